"""The store of compiled objects gives back what was kept, bit for bit, or nothing; whatever happens to the disk."""

import errno
import hashlib
import multiprocessing
import os
import struct
import subprocess
import sys
import threading
import warnings
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import linkwise
from linkwise.backends import cache
from linkwise.backends.cache import CacheNotice, bound, notice, place
from linkwise.errors import LinkwiseError
from tests.kernels.apart import SOURCES

A, B = cache.key("a"), cache.key("b")
POSIX = pytest.mark.skipif(os.name != "posix", reason="owners, modes, links and pipes as POSIX has them")
WHOLE = bytes(i * 37 % 256 for i in range(1250 - 84))
"""With its header an entry of 1,250 bytes: 10,000 bits."""


@pytest.fixture(autouse=True)
def unheard(monkeypatch):
    """Each test is like a process that has heard no notice yet."""
    monkeypatch.setattr(notice, "_told", {})


@pytest.fixture
def home(tmp_path, monkeypatch):
    path = tmp_path / "objects"
    monkeypatch.setenv("LINKWISE_CACHE", str(path))
    return path


def file_of(home, key):
    return home / f"{key}.lw1"


def names(home):
    return sorted(found.name for found in home.iterdir())


# What an entry is


def test_layout_as_documented(home):
    """A file written by hand from the description is read, and is what put writes."""
    head = b"linkwise" + struct.pack("<I", 1) + bytes.fromhex(A) + struct.pack("<Q", len(WHOLE))
    by_hand = head + hashlib.sha256(head + WHOLE).digest() + WHOLE
    assert cache.get(A) is None
    file_of(home, A).write_bytes(by_hand)
    file_of(home, A).chmod(0o600)
    assert cache.get(A) == WHOLE
    cache.put(B, b"")
    assert cache.get(B) == b""
    cache.put(A, WHOLE)
    assert file_of(home, A).read_bytes() == by_hand


def test_keys():
    by_hand = b"s" + struct.pack("<Q", 2) + "ω".encode() + b"b" + struct.pack("<Q", 1) + b"\0"
    assert cache.key("ω", b"\0") == hashlib.sha256(by_hand).hexdigest()
    alike = [(), ("",), ("", ""), (b"",), ("ab",), ("a", "b"), ("b", "a"), ("a", b"b"), ("\ud800",), ("a\0b",)]
    assert len({cache.key(*parts) for parts in alike}) == len(alike)


@pytest.mark.parametrize("key", ["", "../" + A, A.upper(), A + "\n", A[:-1], None, "x" * 65536])
def test_what_is_no_key_never_becomes_a_path(home, key):
    for call in (cache.get, lambda k: cache.put(k, b""), lambda k: cache.quarantine(k, "")):
        with pytest.raises(LinkwiseError, match="64 hexadecimal digits") as refused:
            call(key)
        assert len(str(refused.value)) < 300


# Damage


@pytest.mark.slow
def test_ten_thousand_single_bit_flips(home):
    """Every bit of an entry, one at a time: no wrong payload, no exception, one notice."""
    cache.put(A, WHOLE)
    path = file_of(home, A)
    good = path.read_bytes()
    with pytest.warns(CacheNotice) as heard:
        answers = []
        for bit in range(10_000):
            flipped = bytearray(good)
            flipped[bit // 8] ^= 1 << bit % 8
            path.write_bytes(flipped)
            path.chmod(0o600)
            answers.append(cache.get(A))
    assert len(good) * 8 == len(answers) and set(answers) == {None}
    assert len(heard) == 1
    assert len(names(home / "quarantine")) == bound.QUARANTINE_FILES
    path.write_bytes(good)
    path.chmod(0o600)
    assert cache.get(A) == WHOLE


GOOD_SIZE = len(WHOLE) + 84
DAMAGED = {
    **{f"cut to {n}": (lambda good, n=n: good[:n]) for n in (0, 1, 7, 8, 12, 44, 51, 52, 83, 84, 85, GOOD_SIZE - 1)},
    "a byte more": lambda good: good + b"\0",
    "twice": lambda good: good * 2,
    "another's text": lambda good: b"#!/bin/sh\n" * 200,
    "zeros": lambda good: bytes(len(good)),
    "shifted": lambda good: good[1:] + good[:1],
    "huge length": lambda good: good[:44] + struct.pack("<Q", 2**63) + good[52:],
    "next format": lambda good: good[:8] + struct.pack("<I", 2) + good[12:],
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_entries_are_set_aside_and_made_anew(home, damage):
    cache.put(A, WHOLE)
    damaged = DAMAGED[damage](file_of(home, A).read_bytes())
    file_of(home, A).write_bytes(damaged)
    with pytest.warns(CacheNotice, match="was set aside") as heard:
        assert cache.get(A) is None
        assert cache.get(A) is None
    assert len(heard) == 1 and A[:12] in str(heard[0].message)
    (aside,) = (home / "quarantine").iterdir()
    assert aside.read_bytes() == damaged and aside.name.startswith(A)
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE


def test_an_entry_under_another_name(home):
    cache.put(A, b"of a")
    cache.put(B, b"of b")
    file_of(home, A).rename(home / "kept")
    file_of(home, B).rename(file_of(home, A))
    (home / "kept").rename(file_of(home, B))
    with pytest.warns(CacheNotice, match="another entry"):
        assert cache.get(A) is None and cache.get(B) is None


def test_a_huge_file_is_not_read_into_memory(home, monkeypatch):
    """A length that fits a file larger than any entry can be: refused by its size."""
    monkeypatch.setattr(bound, "MOST_BYTES", 1000)
    cache.folder()
    head = b"linkwise" + struct.pack("<I", 1) + bytes.fromhex(A) + struct.pack("<Q", len(WHOLE))
    file_of(home, A).write_bytes(head + hashlib.sha256(head + WHOLE).digest() + WHOLE)
    with pytest.warns(CacheNotice, match="larger than any entry"):
        assert cache.get(A) is None


def test_a_folder_in_its_place(home):
    cache.folder()
    file_of(home, A).mkdir()
    (file_of(home, A) / "mine").write_text("precious")
    with pytest.warns(CacheNotice, match="not a plain file"):
        assert cache.get(A) is None
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE
    assert next((home / "quarantine").glob("*/mine")).read_text() == "precious"


@POSIX
def test_links_and_pipes_in_its_place(home, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir(0o700)
    (outside / "file").write_bytes(b"precious")
    cache.put(A, WHOLE)
    file_of(home, A).rename(outside / "entry")
    with pytest.warns(CacheNotice, match="not a plain file"):
        for target in (outside / "entry", outside / "file", outside, tmp_path / "nowhere"):
            file_of(home, A).symlink_to(target)
            assert cache.get(A) is None and not os.path.lexists(file_of(home, A))
        os.mkfifo(file_of(home, A))
        assert cache.get(A) is None
    file_of(home, A).symlink_to(outside / "file")
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE and not file_of(home, A).is_symlink()
    assert (outside / "file").read_bytes() == b"precious"


@POSIX
@pytest.mark.parametrize("obstacle", ["link", "file"])
def test_quarantine_leads_nowhere_else(home, tmp_path, obstacle):
    cache.put(A, WHOLE)
    (tmp_path / "outside").mkdir()
    if obstacle == "link":
        (home / "quarantine").symlink_to(tmp_path / "outside")
    else:
        (home / "quarantine").write_text("in the way")
    file_of(home, A).write_bytes(b"damaged")
    with pytest.warns(CacheNotice):
        assert cache.get(A) is None
    assert not file_of(home, A).exists() and not names(tmp_path / "outside")


def test_a_self_test_that_cannot_be_run_is_one_that_fails(home):
    """Known answers under the right digest that are not: whatever the self-test raises, the entry is set aside."""
    cache.put(A, WHOLE)
    with pytest.warns(CacheNotice, match="'states'"):
        assert cache.load_verified(A, bytes, lambda module: {}["states"]) is None
    assert cache.get(A) is None


def test_quarantine_by_the_caller(home):
    cache.put(A, WHOLE)
    with pytest.warns(CacheNotice, match="its answers differ") as heard:
        cache.quarantine(A, "its answers differ\n" + "<b>" * 10_000)
        cache.quarantine(A, "and again")
        cache.quarantine(B, "never kept")
    assert cache.get(A) is None
    assert len(heard) == 1 and len(str(heard[0].message)) < 1000
    assert len(names(home / "quarantine")) == 1


@POSIX
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_an_entry_others_can_write_is_not_used(home, mode):
    cache.put(A, WHOLE)
    file_of(home, A).chmod(mode)
    with pytest.warns(CacheNotice, match="another user"):
        assert cache.get(A) is None


# The folder


@pytest.mark.parametrize("word", ["", " ", "0", "off", "OFF", "none", "None", "no", "false", " off "])
def test_done_without(monkeypatch, tmp_path, word):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LINKWISE_CACHE", word)
    assert cache.folder() is None
    cache.put(A, WHOLE)
    assert cache.get(A) is None
    assert not names(tmp_path)  # and no notice: warnings are errors here


@POSIX
def test_usual_folders(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(sys, "platform", "linux")
    for said in (None, "on", "1", "True", "default"):
        monkeypatch.delenv("LINKWISE_CACHE", raising=False)
        if said is not None:
            monkeypatch.setenv("LINKWISE_CACHE", said)
        assert cache.folder() == tmp_path / "xdg" / "linkwise"
    for relative in ("", "xdg", "./xdg"):
        monkeypatch.setenv("XDG_CACHE_HOME", relative)
        assert cache.folder() == tmp_path / ".cache" / "linkwise"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert cache.folder() == tmp_path / "Library" / "Caches" / "linkwise"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert cache.folder() == tmp_path / "local" / "linkwise"


@POSIX
def test_no_home(monkeypatch):
    import pwd

    def unknown(_):
        raise KeyError("no such user")

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LINKWISE_CACHE", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.warns(CacheNotice, match="no home folder") as heard:
        assert cache.folder() is None and cache.get(A) is None
        cache.put(A, WHOLE)
    assert len(heard) == 1 and "LINKWISE_CACHE" in str(heard[0].message)


def test_paths_said(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for said, meant in {"~/mine": "mine", "./off": "off", "deep/er": "deep/er", "with 'quotes' <b>": None}.items():
        monkeypatch.setenv("LINKWISE_CACHE", said)
        assert cache.folder() == tmp_path / (meant or said)
        cache.put(A, WHOLE)
        assert cache.get(A) == WHOLE


@POSIX
def test_private(home):
    before = os.umask(0)
    try:
        cache.put(A, WHOLE)
        cache.put(B, WHOLE)
        file_of(home, B).write_bytes(b"")
        with pytest.warns(CacheNotice):
            cache.get(B)
    finally:
        os.umask(before)
    assert home.stat().st_mode & 0o777 == (home / "quarantine").stat().st_mode & 0o777 == 0o700
    assert file_of(home, A).stat().st_mode & 0o777 == 0o600


def refused(match):
    """The folder is not used, nothing raises, and one notice says why."""
    with pytest.warns(CacheNotice, match=match) as heard:
        assert cache.folder() is None
        cache.put(A, WHOLE)
        assert cache.get(A) is None
        cache.quarantine(A, "")
    assert len(heard) == 1 and "Hint: set LINKWISE_CACHE" in str(heard[0].message)


def test_a_file_in_place_of_the_folder(home):
    home.write_text("precious")
    refused("is not a folder")
    assert home.read_text() == "precious"


def test_a_file_in_place_of_its_parent(home, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path / "file" / "objects"))
    refused("cannot be used")


@pytest.mark.parametrize("name", ["x" * 5000, "a/" * 3000 + "b", "x/" * 1500 + "y"])
def test_a_name_no_folder_can_have(home, monkeypatch, tmp_path, name):
    monkeypatch.setenv("LINKWISE_CACHE", str(tmp_path / name))
    refused("cannot be used")
    assert not names(tmp_path)


@POSIX
@pytest.mark.parametrize("mode", [0o777, 0o1777, 0o770, 0o702])
def test_a_folder_others_can_write_to(home, mode):
    home.mkdir()
    home.chmod(mode)
    refused("written to by others")
    home.chmod(0o755)  # others may look
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE


@POSIX
def test_a_folder_of_another_user(home, monkeypatch):
    home.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(home, 65534, 65534)
    else:
        mine = os.geteuid()
        monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    refused("another user")


@POSIX
def test_a_read_only_folder(home, monkeypatch):
    home.mkdir(mode=0o500)
    if os.geteuid() == 0:  # whom modes do not stop
        monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    refused("read-only")
    home.chmod(0o700)


@POSIX
def test_links_to_folders(home, tmp_path):
    home.symlink_to(tmp_path / "elsewhere")
    refused("cannot be used")
    assert not (tmp_path / "elsewhere").exists()
    (tmp_path / "elsewhere").mkdir(mode=0o700)  # a link of one's own to a larger disk
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE and names(tmp_path / "elsewhere") == [f"{A}.lw1"]


def test_a_folder_removed_between_calls(home):
    import shutil

    cache.put(A, WHOLE)
    shutil.rmtree(home)
    assert cache.get(A) is None
    shutil.rmtree(home)
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE


# Trouble while writing and reading


def failing(number):
    def fail(*_, **__):
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("step", ["fsync", "replace", "open"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.EACCES, errno.EMFILE])
def test_disk_trouble(home, monkeypatch, step, number):
    """What was kept stays, nothing half written is left, one notice, and all is well when the trouble is over."""
    cache.put(A, b"before")
    with monkeypatch.context() as trouble, pytest.warns(CacheNotice, match="could not be kept") as heard:
        trouble.setattr(os, step, failing(number))
        cache.put(A, WHOLE)
        cache.put(B, WHOLE)
    assert len(heard) == 1 and os.strerror(number) in str(heard[0].message)
    assert names(home) == [f"{A}.lw1"] and cache.get(A) == b"before"
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE


def test_the_folder_goes_while_writing(home, monkeypatch):
    import shutil

    real = os.replace

    def too_late(*args):
        shutil.rmtree(home)
        real(*args)

    monkeypatch.setattr(os, "replace", too_late)
    with pytest.warns(CacheNotice, match="could not be kept"):
        cache.put(A, WHOLE)
    assert cache.get(A) is None


def test_an_interrupt_leaves_nothing(home, monkeypatch):
    def interrupted(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        cache.put(A, WHOLE)
    assert not names(home)


def test_unreadable(home, monkeypatch):
    """Trouble in reading says nothing about the entry: it stays where it is."""
    cache.put(A, WHOLE)
    with monkeypatch.context() as trouble, pytest.warns(CacheNotice, match="cannot be read") as heard:
        trouble.setattr(os, "open", failing(errno.EMFILE))
        assert cache.get(A) is None and cache.get(A) is None
    assert len(heard) == 1 and cache.get(A) == WHOLE


def test_small_troubles_are_passed_over(home, monkeypatch):
    cache.put(A, WHOLE)
    for step in ("utime", "scandir", "unlink"):
        monkeypatch.setattr(os, step, failing(errno.EPERM))
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE


def test_windows_does_not_replace_a_file_being_read(home, monkeypatch):
    cache.put(A, b"before")
    with monkeypatch.context() as windows:
        windows.setattr(os, "replace", failing(errno.EACCES))
        windows.setattr(sys, "platform", "win32")
        cache.put(A, WHOLE)
    assert names(home) == [f"{A}.lw1"] and cache.get(A) == b"before"


def ran(code, home, *flags):
    """What a process of its own prints."""
    setting = {**os.environ, "LINKWISE_CACHE": str(home)}
    done = subprocess.run([sys.executable, *flags, "-c", code], env=setting, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.split(), done.stderr


@POSIX
def test_a_disk_that_takes_no_more(home):
    """The system itself refuses to write past 4 kB, in the middle of the payload."""
    code = """if True:
        import resource
        from linkwise.backends import cache
        resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
        for size in (1000, 5000, 1_000_000):
            key = cache.key(str(size))
            cache.put(key, bytes(size))
            print(cache.get(key) == bytes(size))
    """
    out, said = ran(code, home)
    assert out == ["True", "False", "False"]
    assert said.count("CacheNotice") == 1 and os.strerror(errno.EFBIG) in said
    assert len(names(home)) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_fork(home):
    code = """if True:
        import os
        from linkwise.backends import cache
        cache.put(cache.key("parent"), b"parent")
        if child := os.fork():
            assert os.waitpid(child, 0)[1] == 0
            print(cache.get(cache.key("parent")), cache.get(cache.key("child")))
        else:
            cache.put(cache.key("child"), cache.get(cache.key("parent")))
            os._exit(0)
    """
    assert ran(code, home, "-W", "error")[0] == ["b'parent'", "b'parent'"]


# The bound


def test_the_longest_unused_go_first(home, monkeypatch):
    size = 84 + 1000
    monkeypatch.setattr(bound, "MOST_BYTES", 10 * size)
    keys = [cache.key(str(i)) for i in range(14)]
    for second, key in enumerate(keys[:10]):
        cache.put(key, bytes(1000))
        os.utime(file_of(home, key), (second, second))
    assert len(names(home)) == 10
    for key in (keys[0], keys[3]):  # used again
        cache.get(key)
    for key in keys[10:]:
        cache.put(key, bytes(1000))
    kept = [i for i, key in enumerate(keys) if file_of(home, key).exists()]
    assert kept == [0, 3, 6, 7, 8, 9, 10, 11, 12, 13]
    cache.put(keys[1], bytes(10 * 1000))  # one that leaves room for none but itself
    assert names(home) == [f"{keys[1]}.lw1"]


def test_the_newest_stays_whatever_the_clock_says(home, monkeypatch):
    monkeypatch.setattr(bound, "MOST_FILES", 3)
    for i in range(3):
        cache.put(cache.key(str(i)), b"")
        os.utime(file_of(home, cache.key(str(i))), (2**32, 2**32))
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE and len(names(home)) == 3


def test_a_full_folder_is_not_looked_through_for_each_entry(home, monkeypatch):
    looked, scandir = [], os.scandir
    monkeypatch.setattr(bound, "MOST_FILES", 256)
    monkeypatch.setattr(bound.os, "scandir", lambda folder: looked.append(folder) or scandir(folder))
    for i in range(400):
        cache.put(cache.key(str(i)), b"")
        assert len(os.listdir(home)) <= 256
    assert 2 < len(looked) < 200 and len(os.listdir(home)) > 200


def test_larger_than_the_bound(home, monkeypatch):
    monkeypatch.setattr(bound, "MOST_BYTES", 84 + 100)
    cache.put(A, bytes(100))
    assert cache.get(A) == bytes(100)
    with pytest.warns(CacheNotice, match="101 bytes is not kept") as heard:
        cache.put(B, bytes(101))
        cache.put(B, bytes(101))
    assert len(heard) == 1 and cache.get(A) == bytes(100) and cache.get(B) is None


def test_what_is_not_ours_is_left_alone(home, monkeypatch):
    monkeypatch.setattr(bound, "MOST_FILES", 1)
    cache.put(A, WHOLE)
    mine = ["notes.txt", "x.lw1", A, f"{A}.lw", f"{A}.lw1.bak", "a.lwpart", "thesis.part"]
    old = f"{'0' * 16}.lwpart"
    for name in [*mine, old]:
        (home / name).write_bytes(b"precious")
        os.utime(home / name, (1, 1))
    (home / f"{'1' * 16}.lwpart").write_bytes(b"another process is writing this")
    cache.put(B, WHOLE)
    assert names(home) == sorted([*mine, f"{'1' * 16}.lwpart", f"{B}.lw1"])


# Many at once


def payload_of(key, writer):
    """Tells whose it is, and is long enough to be caught half written."""
    return key.encode() + bytes([writer]) * 30_000


def worker(task):
    """Put and get the same few keys as everyone else; the answers that no one has put."""
    home, writer, rounds, bytes_kept, vandal = task
    os.environ["LINKWISE_CACHE"] = home
    bound.MOST_BYTES = bytes_kept
    wrong = []
    _crowd.wait()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if vandal is not None else "error", CacheNotice)
        for i in range(rounds):
            key = cache.key(str((i * (writer + 1)) % 5))
            cache.put(key, payload_of(key, writer))
            if writer == vandal:
                with suppress(FileNotFoundError):
                    os.truncate(Path(home) / f"{key}.lw1", 20_000)
            found = cache.get(key)
            if found is not None and found not in {payload_of(key, other) for other in range(8)}:
                wrong.append((key, len(found)))
    return wrong


def meet(barrier):
    """Each of the processes waits for the others, so that all are there at once."""
    global _crowd
    _crowd = barrier


@pytest.fixture(scope="module")
def eight():
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(8, initializer=meet, initargs=(spawn.Barrier(8, timeout=60),)) as pool:
        yield pool
        pool.close()
        pool.join()


@pytest.mark.parametrize(
    "bytes_kept, vandal", [(2**28, None), (100_000, None), (100_000, 3)], ids=["roomy", "evicting", "damaged"]
)
def test_eight_processes(home, eight, monkeypatch, bytes_kept, vandal):
    answers = eight.map(worker, [(str(home), i, 60, bytes_kept, vandal) for i in range(8)], chunksize=1)
    assert answers == [[]] * 8
    assert not [name for name in names(home) if name.endswith("part")]
    assert (home / "quarantine").exists() == (vandal is not None)
    with monkeypatch.context() as here:
        here.setattr(bound, "MOST_BYTES", bytes_kept)
        for k in range(5):  # again, alone: processes that made room at the same moment may have removed one each
            cache.put(cache.key(str(k)), payload_of(cache.key(str(k)), 0))
        cache.put(A, WHOLE)
    sizes = [found.stat().st_size for found in home.glob("*.lw1")]
    assert sum(sizes) <= bytes_kept
    assert len(sizes) == (6 if bytes_kept == 2**28 else 4)


def test_eight_threads(home):
    """One process, one notice, whichever thread meets the damage first."""
    cache.put(A, WHOLE)
    file_of(home, A).write_bytes(b"damaged")
    wrong, start = [], threading.Barrier(8)

    def ask(writer):
        start.wait()
        for i in range(25):
            key = A if i % 2 else B
            found = cache.get(key)
            if found is not None and found not in {payload_of(key, other) for other in range(8)}:
                wrong.append(found)
            cache.put(key, payload_of(key, writer))

    with pytest.warns(CacheNotice) as heard:
        threads = [threading.Thread(target=ask, args=(writer,)) for writer in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong and len(heard) == 1


def test_notices_once_per_process(home):
    """Each kind once, however often it happens; then silence."""
    code = """if True:
        import os
        from linkwise.backends import cache
        for i in range(5):
            key = cache.key(str(i))
            cache.put(key, b"payload")
            (cache.folder() / f"{key}.lw1").write_bytes(b"damaged")
            print(cache.get(key))
        os.environ["LINKWISE_CACHE"] = __import__("sys").executable
        for i in range(5):
            print(cache.get(key))
    """
    out, said = ran(code, home, "-W", "always")
    assert out == ["None"] * 10
    assert said.count("CacheNotice") == 2 and said.count("set aside") == said.count("not a folder") == 1


def test_a_notice_made_an_error_leaves_the_store_whole(home):
    """Who turns this warning into an error meets the first; the damage is set aside all the same."""
    cache.put(A, WHOLE)
    file_of(home, A).write_bytes(b"damaged")
    with pytest.raises(CacheNotice, match="was set aside"):
        cache.get(A)
    assert cache.get(A) is None
    cache.put(A, WHOLE)
    assert cache.get(A) == WHOLE and place.VARIABLE == "LINKWISE_CACHE"


FIRST_CALLS = """
import warnings
from linkwise import load
from linkwise.backends.cache import CacheNotice
{filter}
arm = load("planar2r")
for _ in range(3):
    try:
        print(arm.gravity_forces([0.0, 0.0]).round(3).tolist())
    except Warning as notice:
        print("raised", type(notice).__name__)
"""


@pytest.mark.parametrize(
    ("filter", "printed"),
    [
        ("", ["[41.889, 18.541]"] * 3),
        ("warnings.simplefilter('error', CacheNotice)", ["raised CacheNotice", *["[41.889, 18.541]"] * 2]),
    ],
    ids=["all warnings are errors", "this one is an error"],
)
def test_no_notice_costs_an_answer(filter, printed, tmp_path):
    """A folder that cannot be used, and `python -W error`: the answer comes all the same, and the notice once, at the
    caller's line. Who asks for this notice as an error gets it once, and then answers."""
    script, taken = tmp_path / "arm.py", tmp_path / "taken"
    script.write_text(FIRST_CALLS.format(filter=filter), encoding="utf-8")
    taken.write_text("a file, not a folder")
    environment = os.environ | {"LINKWISE_CACHE": str(taken), "PYTHONPATH": SOURCES}
    ended = subprocess.run(
        [sys.executable, "-W", "error", str(script)], env=environment, capture_output=True, text=True, check=True
    )
    assert ended.stdout.splitlines() == printed
    line = 1 + script.read_text(encoding="utf-8").splitlines().index(
        "        print(arm.gravity_forces([0.0, 0.0]).round(3).tolist())"
    )
    said = f"{script}:{line}: CacheNotice: compiled code is not kept on disk"
    assert ended.stderr.count(said) == ended.stderr.count("CacheNotice:") == (0 if filter else 1)


def test_a_notice_from_a_thread_or_a_property_is_given_at_the_callers_line(home, monkeypatch):
    """Frames of the standard library between our own are not the caller's."""
    monkeypatch.setenv("LINKWISE_CACHE", __file__)
    kernel = linkwise.load("planar2r").compile("mass_matrix")
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        kernel(np.zeros((9, 2)), threads=2)
    assert [notice.filename for notice in heard] == [__file__]
