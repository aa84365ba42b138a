"""The studio: a robot in the browser, live. `linkwise studio ROBOT` opens it; `serve` does so from Python.

access, server, session    who may see the page; the server; one open page
answers                    what pages ask: each number is the library's own
messages, opening          JSON over the socket; other robots, by name or from a chosen file
workers, worker            long work in a process that can be stopped
showing, instants          robot.view and robot.animate; a motion at the instants of its pictures
animation, standalone      what they return: pages to open, save and show in notebooks, each of one file
bundle                     the built scripts and styles
web                        the sources of the pages, which web/build.py makes into bundle
"""

from .server import serve

__all__ = ["serve"]
