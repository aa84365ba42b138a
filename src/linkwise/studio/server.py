"""The server of the studio: a page and its socket, on this machine only."""

from __future__ import annotations

import asyncio
import signal
import webbrowser
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from http import HTTPStatus
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from ..errors import MissingExtra
from ..robot import Robot
from .access import HOST, Access
from .opening import LARGEST, shown_at_once
from .pages import page_files
from .session import Session

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

LARGEST_MESSAGE = 2 * LARGEST
"""Bytes of a message: the largest upload in base64, with room."""

MOST_PAGES = 16
"""Pages that may be open at a time."""

THREADS = 4
"""Threads that compute quick answers; each page waits for its own."""


def serve(robot: Robot, *, browser: bool = True, ready: Callable[[str], None] = print) -> None:
    """Serve the studio on a free port of this machine until Ctrl-C; `ready` gets the address.

    Without the token in the address there is no answer. Each open page begins with this robot, and may open others.
    """
    try:
        import websockets  # noqa: F401
    except ImportError:
        raise MissingExtra("the studio", "studio") from None
    server = Server(shown_at_once(robot))
    with suppress(KeyboardInterrupt):
        asyncio.run(server.run(browser, ready))


class Threads(Executor):
    """Threads that the end of the program does not wait for: Ctrl-C is heard while a large upload is read.

    >>> Threads(2).submit(pow, 2, 3).result()
    8
    """

    def __init__(self, count: int):
        self.count = count
        self.calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        for _ in range(count):
            Thread(target=self._work, daemon=True).start()

    def submit(self, function: Callable[..., Any], /, *values: Any, **named: Any) -> Future[Any]:
        """Begin a call as soon as a thread is free."""
        future: Future[Any] = Future()
        self.calls.put((future, lambda: function(*values, **named)))
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = False) -> None:
        """End the threads that have nothing to do; nothing is waited for."""
        for _ in range(self.count):
            self.calls.put(None)

    def _work(self) -> None:
        while call := self.calls.get():
            future, function = call
            if not future.set_running_or_notify_cancel():
                continue
            try:
                answer = function()
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(answer)


class Server:
    """The pages that are open, and who may open one."""

    def __init__(self, robot: Robot):
        self.robot, self.files = robot, page_files()
        self.access = Access(0)
        self.pool = Threads(THREADS)
        self.sessions: set[Session] = set()

    async def run(self, browser: bool, ready: Callable[[str], None]) -> None:
        """Serve until cancelled."""
        from websockets.asyncio.server import serve as listen

        options: dict[str, Any] = {"max_size": LARGEST_MESSAGE, "compression": None, "server_header": None}
        async with listen(self._talk, HOST, 0, process_request=self._page, **options) as server:
            self.access = Access(server.sockets[0].getsockname()[1])
            ready(self.access.address)
            if browser:
                webbrowser.open(self.access.address)
            over = asyncio.Event()
            with suppress(NotImplementedError, ValueError, RuntimeError):  # not everywhere, nor in every thread
                for number in (signal.SIGINT, signal.SIGTERM):
                    asyncio.get_running_loop().add_signal_handler(number, over.set)
            try:
                await over.wait()
            finally:
                for session in list(self.sessions):
                    await session.close()
                self.pool.shutdown()

    def _page(self, connection: ServerConnection, request: Request) -> Response | None:
        """The answer to a request: a file of the page, a refusal, or None to open the socket."""
        every = {name: request.headers.get_all(name) for name in ("Host", "Origin")}
        given = {name: values[0] for name, values in every.items() if values}
        twice = any(len(values) > 1 for values in every.values())
        wanted = self.access.page(request.path)
        refusal = "a header is there twice" if twice else self.access.refusal(request.path, given, wanted == "socket")
        if refusal:
            return self._response(connection, HTTPStatus.FORBIDDEN, "text/plain", f"Refused: {refusal}.\n".encode())
        if wanted == "socket":
            if len(self.sessions) < MOST_PAGES:
                return None
            too_many = f"{MOST_PAGES} pages are open: close one.\n".encode()
            return self._response(connection, HTTPStatus.SERVICE_UNAVAILABLE, "text/plain", too_many)
        if wanted not in self.files:
            return self._response(connection, HTTPStatus.NOT_FOUND, "text/plain", b"There is no such page.\n")
        return self._response(connection, HTTPStatus.OK, *self.files[wanted])

    def _response(self, connection: ServerConnection, status: HTTPStatus, kind: str, body: bytes) -> Response:
        response = connection.respond(status, "")
        response.body = body
        del response.headers["Content-Type"], response.headers["Content-Length"]
        response.headers.update({"Content-Type": f"{kind}; charset=utf-8", "Content-Length": str(len(body))})
        response.headers.update(self.access.headers)
        return response

    async def _talk(self, connection: ServerConnection) -> None:
        """One open page, until it is closed."""
        from websockets.exceptions import ConnectionClosed

        async def send(text: str) -> None:
            with suppress(ConnectionClosed):
                await connection.send(text)

        session = Session(self.robot, send, self.pool)
        self.sessions.add(session)
        try:
            with suppress(ConnectionClosed):
                async for message in connection:
                    await session.receive(message)
        finally:
            self.sessions.discard(session)
            await session.close()
