"""A browser without a screen that watches what a page does; and a studio in a thread for it to open."""

import asyncio
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chrome")

SOFTWARE_GRAPHICS = ("--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
QUIET = ("background-networking", "quic", "sync", "component-update", "domain-reliability")
"""What a browser does by itself, and must not: requests are counted."""

PATIENCE = 30_000
"""Milliseconds until a page that does not answer is given up: long, since machines of tests are busy."""


def executable() -> str:
    """The browser of this machine; without one, the test is skipped."""
    pytest.importorskip("playwright", reason="playwright drives the browser, and is not installed")
    found = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if found is None:
        pytest.skip(f"no browser is installed: none of {', '.join(CHROMIUM)}")
    return found


@contextmanager
def browsing() -> Iterator[Any]:
    """A browser of playwright's."""
    from playwright.sync_api import sync_playwright

    path = executable()
    own = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    options = [*SOFTWARE_GRAPHICS, *(f"--disable-{name}" for name in QUIET), "--no-first-run", *own]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=options)
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Watched:
    """A page, what it complained of, and what it asked of addresses other than its own."""

    page: Any
    own: str
    complaints: list[str] = field(default_factory=list)
    strayed: list[str] = field(default_factory=list)

    def heard(self, message: Any) -> None:
        if message.type in ("error", "warning") and "GPU stall due to ReadPixels" not in message.text:
            self.complaints.append(message.text)  # the stall is the screenshot's, in software graphics

    def asked(self, request: Any) -> None:
        if not request.url.startswith((self.own, "data:", "blob:")):
            self.strayed.append(request.url)


@contextmanager
def watching(browser: Any, own: str, **options: Any) -> Iterator[Watched]:
    """A new page that may ask only for addresses that begin with `own`."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    watched = Watched(page, own)
    page.on("console", watched.heard)
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    page.on("request", watched.asked)
    try:
        yield watched
    finally:
        context.close()


@contextmanager
def serving(robot: Any) -> Iterator[str]:
    """The address of a studio that runs in a thread."""
    pytest.importorskip("websockets", reason="the studio's server is not installed")
    from linkwise.studio.bundle import built
    from linkwise.studio.server import Server

    if not built():
        pytest.skip("the pages of the studio have not been built: make studio")
    loop, ready, addresses = asyncio.new_event_loop(), threading.Event(), []

    def heard(address: str) -> None:
        addresses.append(address)
        ready.set()

    task = loop.create_task(Server(robot).run(False, heard))

    def run() -> None:
        try:
            loop.run_until_complete(task)
        except asyncio.CancelledError:
            pass
        finally:
            loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(PATIENCE / 1000), "the studio did not begin"
        yield addresses[0]
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join(PATIENCE / 1000)
