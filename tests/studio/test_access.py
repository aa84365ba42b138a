"""Who gets an answer: only who knows the token, asks our host, and comes from our page; on pages and on sockets."""

import http.client
import json
from socket import create_connection
from urllib.parse import urlsplit

import pytest

import linkwise
from linkwise.studio.access import Access

from .browsing import serving

connect = pytest.importorskip("websockets.sync.client").connect

PAGE = ("", "studio.js", "studio.css")
STRANGERS = (
    {"host": "evil.example"},
    {"host": "127.0.0.1"},
    {"host": "evil.example:{port}"},
    {"origin": "http://evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": "null"},
    {"origin": "https://{host}"},
    {"token": "guess"},
    {"token": ""},
    {"token": "{token}x"},
    {"token": "%C3%A9"},
)
"""What a request that is not ours may look like."""


@pytest.fixture(scope="module")
def address():
    with serving(linkwise.load("planar2r")) as address:
        yield address


def asked(address, path, **headers):
    """The status, headers and body of one request, with exactly these headers."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    connection.putrequest("GET", path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders()
    response = connection.getresponse()
    return response.status, response.headers, response.read()


def request_of(address, stranger, file):
    """Path and headers of a request that differs from ours as the stranger says."""
    parts = urlsplit(address)
    ours = {"host": parts.netloc, "port": parts.port, "token": parts.path.strip("/")}
    says = {key: value.format(**ours) for key, value in stranger.items()}
    headers = {"Host": says.get("host", ours["host"])}
    return f"/{says.get('token', ours['token'])}/{file}", headers | (
        {"Origin": says["origin"]} if "origin" in says else {}
    )


@pytest.mark.parametrize("file", PAGE)
def test_our_own_request_is_answered(address, file):
    path, headers = request_of(address, {}, file)
    status, given, body = asked(address, path, **headers)
    assert status == 200 and body
    policy = given["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert given["Referrer-Policy"] == "no-referrer" and given["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("stranger", STRANGERS, ids=str)
@pytest.mark.parametrize("file", [*PAGE, "socket"])
def test_strangers_are_refused(address, stranger, file):
    path, headers = request_of(address, stranger, file)
    status, _, body = asked(address, path, **headers)
    assert status in (400, 403) and urlsplit(address).path.strip("/").encode() not in body


@pytest.mark.parametrize("stranger", STRANGERS, ids=str)
def test_strangers_open_no_socket(address, stranger):
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus, match="403"), opened(address, stranger):
        pass
    with opened(address, {}):  # ours is
        pass


def opened(address, stranger):
    """The socket of a request that differs from our page's as the stranger says."""
    path, headers = request_of(address, stranger, "socket")
    parts = urlsplit(address)
    origin = headers.get("Origin", f"http://{parts.netloc}")
    return connect(f"ws://{headers['Host']}{path}", origin=origin, address=(parts.hostname, parts.port), proxy=None)


@pytest.mark.parametrize("name", ["Host", "Origin"])
@pytest.mark.parametrize("file", ["", "socket"])
def test_a_header_that_is_there_twice_is_refused(address, name, file):
    parts = urlsplit(address)
    values = {"Host": parts.netloc, "Origin": f"http://{parts.netloc}"}
    headers = "".join(f"{each}: {value}\r\n" * (1 + (each == name)) for each, value in values.items())
    with create_connection((parts.hostname, parts.port), timeout=10) as line:
        line.sendall(f"GET {parts.path}{file} HTTP/1.1\r\n{headers}\r\n".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 403")


def test_a_socket_without_an_origin_is_refused(address):
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus, match="403"), connect(address.replace("http:", "ws:") + "socket", proxy=None):
        pass


def test_our_page_opens_a_socket(address):
    with opened(address, {}) as socket:
        socket.send(json.dumps({"id": 1, "ask": "pose.at", "with": {"q": [0.0, 0.0]}}))
        gravity = json.loads(socket.recv(timeout=30))["answer"]["gravity"]["is"]
    assert gravity == linkwise.load("planar2r").gravity_forces([0.0, 0.0]).tolist()


NONSENSE = ("", "[[", "{}", "null", '{"id": "x"}', '{"id": 1.5}', '{"id": true}', '{"stop": {}}', "[" * 100_000)


@pytest.mark.parametrize("text", [*NONSENSE, b"\x00\xff"], ids=lambda text: repr(text[:12]))
def test_nonsense_gets_an_error_and_the_page_goes_on(address, text):
    with opened(address, {}) as socket:
        socket.send(text)
        socket.send(json.dumps({"id": 7, "ask": "pose.at", "with": {"q": [0.1, 0.2]}}))
        answers = [json.loads(socket.recv(timeout=30))]
        while "answer" not in answers[-1]:
            answers.append(json.loads(socket.recv(timeout=30)))
    assert answers[-1]["id"] == 7


def test_true_is_no_number_of_a_request(address):
    """It equals 1, but is not written as JSON writes it."""
    with opened(address, {}) as socket:
        socket.send(json.dumps({"id": True, "ask": "pose.at", "with": {"q": [0.0, 0.0]}}))
        answer = json.loads(socket.recv(timeout=30))
    assert answer["id"] is None and "not understood" in answer["error"]["what"]


def test_messages_are_bounded(address):
    from websockets.exceptions import ConnectionClosed

    with opened(address, {}) as socket, pytest.raises(ConnectionClosed):
        socket.send("x" * 40 * 2**20)
        socket.recv(timeout=30)


def test_it_listens_on_this_machine_only(address):
    assert urlsplit(address).hostname == "127.0.0.1"


def test_tokens_are_long_and_differ():
    tokens = {Access(1).token for _ in range(100)}
    assert len(tokens) == 100 and min(map(len, tokens)) >= 32
    assert Access(1).token not in repr(Access(1))
