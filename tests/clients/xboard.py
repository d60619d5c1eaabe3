"""A whole game of each hexagonal variant, engine against engine, in the real XBoard under a virtual X server.

XBoard relays every move, so it must understand all of them; it keeps its own board by the `setup` and `piece` lines
and saves the game as PGN. That PGN is read here without its help: each move text must fit exactly one move that a
further engine process, speaking UCI, calls legal, and that must be the move that XBoard passed on.
Usage: xboard.py PATH-TO-ODDITY
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

GAME_SECONDS = 240
FILES = "abcdefghikl"
# Depth, so that games are the same on every machine.
GAMES = [("glinski", 3), ("mccooey", 2), ("shafran", 2)]


def find(program):
    """The path of an installed program. Debian keeps games out of the usual path."""
    path = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/games")
    if path is None:
        raise SystemExit(f"tests/clients/xboard.py needs '{program}', which is not installed")
    return path


class Referee:
    """An engine process that speaks UCI."""

    def __init__(self, engine, variant):
        self.process = subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.variant = variant
        self.send(f"setoption name UCI_Variant value {variant}")
        self.moves = []

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self, command, prefix):
        self.send(command)
        for line in self.process.stdout:
            if line.startswith(prefix):
                return line[len(prefix) :].strip()
        raise SystemExit(f"{self.variant}: no answer to '{command}'")

    def legal(self):
        """The legal moves as (from, to, promotion letter or nothing, letter of the man) on XBoard's grid."""
        self.send("position startpos" + (" moves " + " ".join(self.moves) if self.moves else ""))
        moves = self.answer("legal", "legalmoves").split()
        men = dict(re.findall(r'"cell":"([a-z0-9]+)","piece":"(\w)"', self.answer("board", "{")))
        found = []
        for move in moves:
            start, end, promotion = re.fullmatch(r"([a-l]\d+)([a-l]\d+)([qrbn]?)", move).groups()
            found.append((self.square(start), self.square(end), promotion, men[start].upper(), move))
        return found

    def square(self, cell):
        if self.variant == "shafran":
            return cell
        file = FILES.index(cell[0])
        return chr(ord("a") + file) + str(int(cell[1:]) + max(file - 5, 0))

    def status(self):
        return self.answer("d", "Status:")

    def quit(self):
        self.send("quit")
        self.process.wait(timeout=10)


def tail(path):
    """The end of a file, if it is there."""
    if not os.path.exists(path):
        return "(there is none)"
    with open(path, encoding="latin-1") as file:
        return file.read()[-1500:]


def match(engine, variant, depth, folder):
    """Plays a game and returns its PGN and XBoard's log."""
    pgn, log = os.path.join(folder, "game.pgn"), os.path.join(folder, "xboard.log")
    command = [
        find("xvfb-run"), "-a", "-s", "-screen 0 1280x1024x24", find("xboard"),
        "-fcp", engine, "-scp", engine, "-variant", variant, "-searchDepth", str(depth), "-tc", "10", "-inc", "0",
        "-mode", "TwoMachines", "-matchGames", "1", "-saveGameFile", pgn, "-xexit", "-xlegal", "-xponder",
        "-debug", "-nameOfDebugFile", log,
    ]  # fmt: skip
    # XBoard reads and writes its settings at home. It, the screen and the engines are one group, to end together.
    process = subprocess.Popen(
        command, env={**os.environ, "HOME": folder}, cwd=folder, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        process.wait(timeout=GAME_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGTERM)
        raise SystemExit(f"{variant}: no end within {GAME_SECONDS} s; the log ends with\n{tail(log)}") from None
    if not os.path.exists(pgn):
        raise SystemExit(f"{variant}: XBoard saved no game (exit code {process.returncode}):\n{tail(log)}")
    with open(pgn, encoding="latin-1") as file, open(log, encoding="latin-1") as record:
        return file.read(), record.read()


def fits(text, move):
    """Whether a move text of the PGN can mean this move."""
    start, end, promotion, man, _ = move
    text = text.rstrip("+#")
    if text in ("O-O", "O-O-O"):
        # XBoard writes so whatever king goes two squares or more along its rank.
        return man == "K" and start[1:] == end[1:] and abs(ord(start[0]) - ord(end[0])) > 1
    legs = re.fullmatch(r"([a-k]\d+)x[a-k]\d+-([a-k]\d+)", text)
    if legs:
        return man == "P" and legs.groups() == (start, end)
    parts = re.fullmatch(r"([KQRBN]?)([a-k]?)(\d*)x?([a-k]\d+)(?:=([QRBN]))?", text)
    if not parts:
        return False
    letter, file, rank, target, new = parts.groups()
    right_man = man == (letter or "P")
    right_start = start.startswith(file) and (not rank or start[1:] == rank)
    # Pawns that leave their file say so.
    right_file = letter or file or start[0] == end[0]
    return right_man and right_start and right_file and target == end and (new or "").lower() == promotion


def relayed(log):
    """The moves that the engines made, in order."""
    return [m.replace(" ", "") for m in re.findall(r"^\d+ <(?:first|second)\s*: move (\S+)", log, re.M)]


def check(engine, variant, pgn, log):
    tags = dict(re.findall(r'^\[(\w+) "(.*)"\]', pgn, re.M))
    if tags.get("Variant") != variant:
        raise SystemExit(f"{variant}: the PGN is of variant {tags.get('Variant')}")
    text = re.sub(r"^\[.*\]$", "", pgn, flags=re.M)
    reasons = re.findall(r"\{([^{}]*)\}", text)
    words = re.sub(r"\{[^{}]*\}", " ", text).split()
    texts = [w for w in words if not re.fullmatch(r"\d+\.+", w)]
    result = texts.pop()
    made = relayed(log)
    if len(texts) < 20 or len(made) != len(texts):
        raise SystemExit(f"{variant}: {len(texts)} moves in the PGN, {len(made)} in the log")
    referee = Referee(engine, variant)
    for number, (text, sent) in enumerate(zip(texts, made), start=1):
        legs = re.fullmatch(r"([a-k]\d+)([a-k]\d+),\2([a-k]\d+)", sent)
        sent = legs[1] + legs[3] if legs else sent
        found = [m for m in referee.legal() if fits(text, m)]
        exact = [m for m in found if m[0] + m[1] + m[2] == sent]
        # One text for two castlings is XBoard's own doing.
        if len(exact) != 1 or (len(found) != 1 and not text.startswith("O-O")):
            raise SystemExit(f"{variant}: ply {number}, {text} ({sent}) can mean {found or 'no legal move'}")
        referee.moves.append(exact[0][4])
    referee.legal()
    status = referee.status()
    referee.quit()
    said = f"{result} ({reasons[-1]})"
    if said not in status.replace("3/4-1/4 (stalemate)", "1/2-1/2 (stalemate, 3/4-1/4)").replace(
        "1/4-3/4 (stalemate)", "1/2-1/2 (stalemate, 1/4-3/4)"
    ):
        raise SystemExit(f"{variant}: XBoard ends with '{said}', the engine says '{status}'")
    promotions = sum("=" in text for text in texts)
    print(f"{variant} in XBoard: {len(texts)} plies, all legal, {promotions} promotions; {said}")


def main():
    engine = os.path.abspath(sys.argv[1])
    if not os.access(engine, os.X_OK):
        raise SystemExit(f"'{engine}' is no program; build the engine first")
    for variant, depth in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            pgn, log = match(engine, variant, depth, folder)
            check(engine, variant, pgn, log)


main()
