"""A proxy between the browser and a server, which can change files, and let requests wait as a bad connection does."""

import re
import threading
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


def patient(worker):
    """Lets the service worker wait for a slow server, as a busy machine is, instead of showing a copy after five seconds."""
    changed, count = re.subn(rb"const timeout = \d+;", b"const timeout = 2147483647;", worker)
    assert count == 1, "worker.js has no timeout"
    return changed


class Proxy:
    """Serves the port of `url` and forwards to another port of this machine.

    `changes` has functions by the end of a path, which get the content of the server; while `answers` is not set, no answer
    comes.
    """

    def __init__(self, url, port):
        self.port, self.changes, self.answers = port, {"/worker.js": patient}, threading.Event()
        self.answers.set()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                proxy.forward(self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, *_):
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 128

            def handle_error(self, *_):
                pass  # The browser closes connections.

        self.server = Server(("127.0.0.1", urlsplit(url).port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def forward(self, request):
        self.answers.wait()
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        connection = HTTPConnection("127.0.0.1", self.port)
        fields = {name: value for name, value in request.headers.items() if name != "Accept-Encoding"}
        change = next((f for end, f in self.changes.items() if urlsplit(request.path).path.endswith(end)), None)
        if change:
            fields.pop("If-None-Match", None)
        connection.request(request.command, request.path, body, fields)
        response = connection.getresponse()
        request.send_response_only(response.status)
        dropped = ["connection", "transfer-encoding"] + (["content-length", "etag"] if change else [])
        for name, value in response.getheaders():
            if name.lower() not in dropped:
                request.send_header(name, value)
        request.send_header("Connection", "close")
        request.close_connection = True
        if change:
            content = change(response.read())
            request.send_header("Content-Length", str(len(content)))
            request.end_headers()
            request.wfile.write(content)
            return
        request.end_headers()
        while content := response.read1(65536):
            request.wfile.write(content)
            request.wfile.flush()
