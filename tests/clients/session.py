"""A client in another language: two engine processes play a game of each variant over pipes.

A third process referees with `legal` and `d`, so every move is checked by an engine that did not choose it.
Usage: session.py PATH-TO-ODDITY
"""

import json
import queue
import subprocess
import sys
import threading
import time

ANSWER_SECONDS = 20.0
MAX_PLIES = 300


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


def game(path, variant):
    players = [Engine(path), Engine(path)]
    referee = Engine(path)
    for engine in (*players, referee):
        engine.send("uci")
        engine.expect("uciok")
        engine.send(f"setoption name UCI_Variant value {variant}")
        engine.send("ucinewgame")
        engine.ready()
    moves = []
    while len(moves) < MAX_PLIES:
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        referee.send(position)
        referee.send("legal")
        legal = referee.expect("legalmoves")[-1].split()[1:]
        mover = players[len(moves) % 2]
        mover.send(position)
        mover.send("go wtime 1000 btime 1000 winc 20 binc 20")
        best = mover.expect("bestmove")[-1].split()[1]
        if best == "(none)":
            if legal:
                raise SystemExit(f"{variant}: no move in {position}, but {legal} are legal")
            break
        if best not in legal:
            raise SystemExit(f"{variant}: illegal {best} in {position}")
        moves.append(best)
    referee.send("board")
    board = json.loads(referee.expect("{")[-1])
    if not board["cells"]:
        raise SystemExit(f"{variant}: no cells in the board description")
    for engine in (*players, referee):
        engine.quit()
    print(f"{variant}: {len(moves)} plies, all legal")


def main():
    path = sys.argv[1]
    engine = Engine(path)
    engine.send("uci")
    option = next(line for line in engine.expect("uciok") if "UCI_Variant" in line)
    engine.quit()
    words = option.split()
    variants = [words[i + 1] for i, word in enumerate(words) if word == "var"]
    if not variants:
        raise SystemExit(f"no variants in '{option}'")
    for variant in variants:
        game(path, variant)


main()
