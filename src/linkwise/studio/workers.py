"""Long work in a process of its own, so that it can be stopped at any moment: this side of it.

What goes there is pickled, and comes from this process alone. What comes back is a letter, a length, and that many
bytes of JSON: progress, a result or an error.
"""

from __future__ import annotations

import asyncio
import pickle
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from ..errors import LinkwiseError
from ..robot import Robot

Told = Callable[[str], Awaitable[None]]
"""Receives progress, as JSON."""

HEAD = 9
"""Bytes before each message: its kind and its length."""

KINDS = {b"p": "progress", b"r": "answer", b"e": "error"}
"""What a message of the worker is."""


BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from linkwise.studio.worker import main; main()"
"""What the process runs: the same linkwise, wherever this one came from."""


class Stopped(LinkwiseError):
    """The work was stopped before its end."""


class Worker:
    """A process that does one job after the other; it begins with the first job and keeps the last robot."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._robot: Robot | None = None
        self._turn = asyncio.Lock()

    async def do(self, name: str, robot: Robot, arguments: dict[str, Any], told: Told) -> tuple[str, str]:
        """What the message of the result is, and its JSON; raises `Stopped` if `stop` was called meanwhile, or the
        process has ended."""
        async with self._turn:
            process = await self._started()
            known = robot is self._robot
            job = pickle.dumps((name, None if known else robot, arguments))
            self._robot = robot
            assert process.stdin is not None and process.stdout is not None
            try:
                process.stdin.write(len(job).to_bytes(8, "little") + job)
                await process.stdin.drain()
                while True:
                    head = await process.stdout.readexactly(HEAD)
                    text = (await process.stdout.readexactly(int.from_bytes(head[1:], "little"))).decode()
                    if KINDS[head[:1]] != "progress":
                        return KINDS[head[:1]], text
                    await told(text)
            except (asyncio.IncompleteReadError, ConnectionError):
                if self._process is not process:
                    raise Stopped("the work was stopped.") from None
                await self._end()
                ended = "the process that did the work has ended: it was killed, or its memory ran out."
                raise Stopped(ended, "", "start it again, with less to do if memory ran out.") from None
            except asyncio.CancelledError:
                await self._end()
                raise

    async def stop(self) -> None:
        """End whatever is being done, at once."""
        await self._end()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._robot = None
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", BEGIN, *filter(None, sys.path)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        return self._process

    async def _end(self) -> None:
        process, self._process, self._robot = self._process, None, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()
