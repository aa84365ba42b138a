"""One open page: its robot, the answers to what it asks, and the long work it has under way.

The page sends {"id", "ask", "with"} and gets {"id", "answer"}, {"id", "error"} and, of long work, {"id", "progress"};
{"stop": id} ends long work.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import Any

from ..errors import LinkwiseError, UnknownName
from ..robot import Robot
from .answers import ANSWERS
from .messages import encoded, error_of
from .opening import opened
from .workers import Stopped, Worker

Send = Callable[[str], Awaitable[None]]

MOST = 16
"""Requests of one page under way at a time."""


class Session:
    """One open page. `send` takes a text for it; quick answers are computed by the threads of `pool`."""

    def __init__(self, robot: Robot, send: Send, pool: Executor):
        self.robot, self.send, self.pool = robot, send, pool
        self.worker = Worker()
        self.under_way: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def receive(self, message: str | bytes) -> None:
        """Begin what a message asks for."""
        try:
            request = json.loads(message) if isinstance(message, str) else None
        except (ValueError, RecursionError):
            request = None
        if isinstance(request, dict) and "stop" in request:
            await self._stop(request["stop"])
            return
        number = request.get("id") if isinstance(request, dict) else None
        if type(number) is not int or number in self.under_way:  # True is an int, too
            await self._refuse(None, LinkwiseError("a message was not understood.", "JSON with a new id was expected."))
        elif len(self.under_way) >= MOST:
            await self._refuse(number, LinkwiseError("too much is asked at a time.", f"At most {MOST} requests are."))
        else:
            assert isinstance(request, dict)
            task = asyncio.create_task(self._answer(number, request.get("ask"), request.get("with", {})))
            self.under_way[number] = task
            task.add_done_callback(lambda _: self.under_way.pop(number, None))

    async def close(self) -> None:
        """End all that is under way."""
        for task in list(self.under_way.values()):
            task.cancel()
        await self.worker.stop()

    async def _answer(self, number: int, name: Any, arguments: Any) -> None:
        try:
            if not isinstance(arguments, dict):
                raise LinkwiseError("the arguments of a request are no object.", '{"name": value} was expected.')
            if name == "open":
                self.robot = await self._quickly(opened, arguments.get("name"), arguments.get("file"))
                name, arguments = "model.summary", {"uploaded": arguments.get("file") is not None}
            if not isinstance(name, str) or name not in ANSWERS:
                raise UnknownName("answer", name, "the studio", ANSWERS)
            answer = ANSWERS[name]
            answer.check(name, arguments)
            if answer.long:
                kind, text = await self._at_length(number, name, arguments)
            else:
                kind, text = "answer", encoded(await self._quickly(answer.function, self.robot, **arguments))
            await self.send(f'{{"id":{number},"{kind}":{text}}}')
        except Exception as error:
            await self._refuse(number, error)

    async def _quickly(self, function: Callable[..., Any], *values: Any, **arguments: Any) -> Any:
        async with self._turn:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.pool, lambda: function(*values, **arguments))

    async def _at_length(self, number: int, name: str, arguments: dict[str, Any]) -> tuple[str, str]:
        async def told(text: str) -> None:
            await self.send(f'{{"id":{number},"progress":{text}}}')

        return await self.worker.do(name, self.robot, arguments, told)

    async def _stop(self, number: Any) -> None:
        """Stop one request; its own answer says that it was stopped."""
        task = self.under_way.get(number) if isinstance(number, int) else None
        if task is not None and number is not None:
            task.cancel()
            await asyncio.wait([task], timeout=5.0)
            await self._refuse(number, Stopped("the work was stopped."))

    async def _refuse(self, number: int | None, error: Exception) -> None:
        await self.send(encoded({"id": number, "error": error_of(error)}))
