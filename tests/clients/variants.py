"""python-chess plays and analyses the games it does not know: the board it is given asks a second engine process.

Every move, expected answer and line of moves is judged by that referee, which did not choose it, and what python-chess
itself has to complain about counts as a failure.
Usage: variants.py PATH-TO-ODDITY
"""

import json
import logging
import re
import sys
import time
from dataclasses import dataclass

import chess
import chess.engine
from pipe import Engine

VARIANTS = ["glinski", "mccooey", "shafran", "zchess", "gess", "glex"]
MAX_PLIES = 200
# Its own pattern knows the squares of chess alone, and reads no line of moves behind another word.
chess.engine.UCI_REGEX = re.compile(r"^[a-t]\d{1,2}[a-t]\d{1,2}([qrbn]|,[a-i]\dx?[a-i]\d)?\Z")


def check(holds, message):
    if not holds:
        raise SystemExit(message)


class Complaints(logging.Handler):
    """Keeps what python-chess logs: it skips a bad line of moves with no more than a remark."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        cause = f" ({record.exc_info[1]})" if record.exc_info else ""
        self.found.append(" ".join((record.getMessage() + cause).split()))


class Referee(Engine):
    """The rules of one game by a process of its own. What it has answered once it need not be asked again."""

    def __init__(self, path, variant):
        super().__init__(path)
        self.variant = variant
        self.send(f"setoption name UCI_Variant value {variant}")
        self.start = self.expect("info string variant ")[-1].split(" startpos ")[1]
        self.moves = {}
        self.children = {}

    def ask(self, command, prefix):
        """What follows the prefix in the answer to the last of the lines in `command`."""
        self.send(command)
        seen = self.expect(prefix)
        remarks = [line for line in seen if line.startswith("info string ")]
        check(not remarks, f"{self.variant}: {command!r} was answered by {remarks}")
        return seen[-1][len(prefix) :]

    def legal(self, fen):
        if fen not in self.moves:
            self.moves[fen] = set(self.ask(f"position fen {fen}\nlegal", "legalmoves").split())
        return self.moves[fen]

    def after(self, fen, move):
        """The FEN behind a move, which must be legal."""
        if move not in self.legal(fen):
            raise ValueError(f"{self.variant}: {move} is illegal in {fen}")
        if (fen, move) not in self.children:
            after = self.ask(f"position fen {fen} moves {move}\nquery fen", "response ")
            self.children[fen, move] = after
        return self.children[fen, move]

    def state(self, moves):
        """FEN and status behind a whole game, for which repetitions count."""
        self.send("position startpos moves " + " ".join(moves))
        return self.ask("query fen", "response "), self.ask("d", "Status: ")


@dataclass(frozen=True)
class Move:
    text: str

    def uci(self):
        return self.text


class Board:
    """What chess.engine asks of a board. Subclasses say which game it is of."""

    uci_variant = ""
    chess960 = False
    referee = None

    def __init__(self, fen=None):
        self.fens = [fen or self.referee.start]
        self.move_stack = []

    def __eq__(self, other):
        return type(self) is type(other) and self.fens == other.fens

    __hash__ = None

    def copy(self, *, stack=True):
        board = type(self)(None if stack else self.fen())
        if stack:
            board.fens, board.move_stack = self.fens[:], self.move_stack[:]
        return board

    def root(self):
        return type(self)(self.fens[0])

    def fen(self, **_style_of_chess):
        return self.fens[-1]

    @property
    def turn(self):
        return chess.WHITE if self.fen().split()[1] == "w" else chess.BLACK

    def legal(self):
        return self.referee.legal(self.fen())

    def parse_uci(self, text):
        if text not in self.legal():
            raise ValueError(f"{self.uci_variant}: {text} is illegal in {self.fen()}")
        return Move(text)

    def push(self, move):
        self.fens.append(self.referee.after(self.fen(), move.text))
        self.move_stack.append(move)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def pop(self):
        self.fens.pop()
        return self.move_stack.pop()

    def status(self):
        """How the game stands; the way here move by move and the way at once must meet."""
        fen, status = self.referee.state([move.text for move in self.move_stack])
        check(fen == self.fen(), f"{self.uci_variant}: {fen} by the moves, {self.fen()} step by step")
        return status


def play(engine, board, limit, plies, ponder=False):
    """The engine against itself, to the end of the game or for some plies. Returns how the game stands."""
    token = object()
    status = board.status()
    while status.startswith("in play") and len(board.move_stack) < plies:
        answer = engine.play(board, limit, game=token, ponder=ponder, info=chess.engine.INFO_ALL)
        where = f"{board.uci_variant}: {board.fen()}"
        check(answer.move is not None, f"{where}: no move")
        check("score" in answer.info and answer.info.get("pv"), f"{where}: no score or no line")
        check(answer.info["pv"][0] == answer.move, f"{where}: {answer.move} is not {answer.info['pv']}")
        check(answer.info["score"].turn == board.turn, f"{where}: the score is the other side's")
        # Illegal ones are refused here.
        board.push(answer.move)
        status = board.status()
        over = status.startswith("finished")
        check(over == (not board.legal()), f"{where}: {answer.move} leads to '{status}' and {board.legal()}")
        check(not (over and answer.ponder), f"{where}: {answer.ponder} is expected behind the end")
    if status.startswith("finished"):
        # The end of a game is told, not searched.
        answer = engine.play(board, limit, game=token)
        check(answer.move is None, f"{board.uci_variant}: {answer.move} behind the end in {board.fen()}")
    return status


def clocks(engine, board):
    """The side on move is the one whose clock counts, be it White or Black who begins."""
    for _ in range(2):
        nodes = {}
        for own, other in ((2.0, 0.001), (0.001, 60.0)):
            white, black = (own, other) if board.turn == chess.WHITE else (other, own)
            limit = chess.engine.Limit(white_clock=white, black_clock=black)
            answer = engine.play(board, limit, game=object(), info=chess.engine.INFO_ALL)
            nodes[own] = answer.info["nodes"]
        check(nodes[2.0] > 3 * nodes[0.001], f"{board.uci_variant}: nodes by seconds left: {nodes}")
        board.push(answer.move)


def analyse(engine, board):
    """Several lines, sorted; and lines of a search that goes on."""
    where = f"{board.uci_variant}: {board.fen()}"
    lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    wanted = min(3, len(board.legal()))
    check(len(lines) == wanted, f"{where}: {len(lines)} lines instead of {wanted}")
    scores = [line["score"].relative for line in lines]
    check(scores == sorted(scores, reverse=True), f"{where}: lines are not sorted: {scores}")
    firsts = {line["pv"][0] for line in lines}
    check(len(firsts) == wanted, f"{where}: a move twice: {firsts}")
    check(all(line["depth"] == 4 for line in lines), f"{where}: lines of several depths")

    with engine.analysis(board, multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 4:
                break
        analysis.stop()
        best = analysis.wait().move
    check(best is not None and best.text in board.legal(), f"{where}: {best} ends the analysis")


def game(path, engine, variant):
    referee = Referee(path, variant)
    kind = type("Board", (Board,), {"uci_variant": variant, "referee": referee})
    board = kind()
    referee.send("position startpos")
    sides = json.loads("{" + referee.ask("board", "{"))["sides"]
    check(sides[board.turn == chess.BLACK]["starts"], f"{variant}: {sides}, but the FEN is {board.fen()}")
    begun = time.monotonic()
    status = play(engine, board, chess.engine.Limit(time=0.02), MAX_PLIES)
    clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)
    play(engine, kind(), clock, 16, ponder=True)
    clocks(engine, kind())
    for plies in (0, 9, len(board.move_stack) // 2):
        middle = kind()
        # Not the end itself, where there is nothing to analyse.
        for move in board.move_stack[: min(plies, len(board.move_stack) - 1)]:
            middle.push(move)
        analyse(engine, middle)
    referee.quit()
    print(f"{variant}: {len(board.move_stack)} plies, {status}; {time.monotonic() - begun:.1f} s", flush=True)


def main():
    path = sys.argv[1]
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    # The engine is closed whatever happens, since its thread would keep a failed run from ending.
    with chess.engine.SimpleEngine.popen_uci(path, timeout=20) as engine:
        for variant in VARIANTS:
            try:
                game(path, engine, variant)
            except (chess.engine.EngineError, TimeoutError, ValueError) as error:
                raise SystemExit(f"{variant}: {type(error).__name__}: {' '.join(str(error).split())}") from None
            check(not complaints.found, f"{variant}: {len(complaints.found)} complaints: {complaints.found[:1]}")
    print("python-chess, other games: all well")


main()
