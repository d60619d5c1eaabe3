"""One engine process behind a pipe, for clients that speak the protocol line by line."""

import queue
import subprocess
import threading
import time

ANSWER_SECONDS = 20.0


class Engine:
    """One engine process and the lines it wrote."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def expect(self, prefix):
        """The lines up to and including the first that starts with `prefix`."""
        deadline = time.monotonic() + ANSWER_SECONDS
        seen = []
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise SystemExit(f"no line '{prefix}...' within {ANSWER_SECONDS} s; got {seen[-5:]}")
            seen.append(line)
            if line.startswith(prefix):
                return seen

    def ready(self):
        self.send("isready")
        return self.expect("readyok")

    def quit(self):
        self.send("quit")
        if self.process.wait(timeout=5) != 0:
            raise SystemExit(f"exit code {self.process.returncode} after quit")
