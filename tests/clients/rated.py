"""Games against another chess engine under a clock, by python-chess: an estimate of strength.

    rated.py --engine PATH --opponent "fairy-stockfish" --name NAME --rating 2400 \
        --option UCI_LimitStrength=true --option UCI_Elo=2400 --games 200 --out games.jsonl

Every opening is played twice with colours changed. Openings are random moves from a seed that a short search of the
engine finds balanced. A game ends by the rules (draws are claimed), or earlier where both programs agree: three moves
each at 10 pawns or more the same way, or from move 40 on eight moves each within 10 centipawns. A program that
oversteps its time, answers with an illegal move or dies forfeits the game; forfeits are counted apart.

The file of results is continued: games that stand in it are not played again. `--summary` only prints what it holds.
"""

import argparse
import json
import math
import random
import shlex
import sys
import time
from pathlib import Path

import chess
import chess.engine

MARGIN = 0.05  # seconds that a move may be late: pipes and this program take time as well
MOST_PLIES = 600
DECIDED = 1000  # centipawns
EVEN = 10


def options(texts):
    return dict(text.split("=", 1) for text in texts)


def typed(engine, texts):
    """Options with the types that the engine declares."""
    values = {}
    for name, text in options(texts).items():
        if name not in engine.options:
            raise SystemExit(f"{engine.id.get('name')} has no option '{name}'")
        kind = engine.options[name].type
        values[name] = int(text) if kind == "spin" else text == "true" if kind == "check" else text
    return values


def start(command, texts):
    engine = chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=20)
    engine.configure(typed(engine, texts))
    return engine


def opening(engine, seed, number):
    """Random moves, 6 to 10 plies, that leave the sides within 60 centipawns."""
    draw = random.Random(seed * 1_000_003 + number)
    while True:
        board = chess.Board()
        for _ in range(draw.randint(6, 10)):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            board.push(draw.choice(moves))
        if board.is_game_over():
            continue
        info = engine.analyse(board, chess.engine.Limit(nodes=20_000), game=object())
        if abs(info["score"].white().score(mate_score=100_000)) <= 60:
            return board


class Agreement:
    """Both programs' scores, as White counts, and what they agree on."""

    def __init__(self):
        self.scores = []

    def add(self, score):
        self.scores.append(score)

    def result(self, board):
        decided, even = self.scores[-6:], self.scores[-16:]
        if len(decided) == 6 and None not in decided:
            if min(decided) >= DECIDED:
                return "1-0"
            if max(decided) <= -DECIDED:
                return "0-1"
        if board.fullmove_number >= 40 and len(even) == 16 and None not in even:
            if max(map(abs, even)) <= EVEN:
                return "1/2-1/2"
        return None


def play(players, board, base, increment):
    """One game of (White, Black) from `board`: result, reason and who forfeited (0 White, 1 Black)."""
    clocks = [base, base]
    agreement = Agreement()
    token = object()
    while True:
        outcome = board.outcome(claim_draw=True)
        if outcome:
            return outcome.result(), outcome.termination.name.lower(), None
        agreed = agreement.result(board)
        if agreed:
            return agreed, "agreed", None
        if board.ply() >= MOST_PLIES:
            return "1/2-1/2", "length", None
        mover = 0 if board.turn else 1
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        lost = "0-1" if mover == 0 else "1-0"
        began = time.monotonic()
        try:
            answer = players[mover].play(board, limit, game=token, info=chess.engine.INFO_SCORE)
        except (chess.engine.EngineError, chess.engine.EngineTerminatedError) as problem:
            return lost, f"{type(problem).__name__}: {problem}", mover
        clocks[mover] -= time.monotonic() - began
        if clocks[mover] < -MARGIN:
            return lost, f"{-clocks[mover]:.3f} s late", mover
        clocks[mover] = max(clocks[mover], 0.001) + increment
        if answer.move is None or answer.resigned:
            return lost, "resigned", None
        score = answer.info.get("score")
        agreement.add(score.white().score(mate_score=100_000) if score else None)
        board.push(answer.move)


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def elo(share):
    share = min(max(share, 1e-6), 1 - 1e-6)
    return -400 * math.log10(1 / share - 1)


def summary(games, rating):
    """The line for the table: points, Elo with 95 % bounds from the spread of pairs, forfeits."""
    pairs = {}
    for game in games:
        pairs.setdefault(game["pair"], []).append(game["points"])
    shares = [sum(points) / len(points) for points in pairs.values()]
    mean = sum(shares) / len(shares)
    deviation = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, len(shares) - 1) / len(shares))
    low, middle, high = (elo(mean + k * 1.96 * deviation) for k in (-1, 0, 1))
    wins, draws = (sum(game["points"] == points for game in games) for points in (1, 0.5))
    ours, theirs = (sum(game["forfeit"] == who for game in games) for who in ("engine", "opponent"))
    first = f"{len(games)} games: +{wins} ={draws} -{len(games) - wins - draws}, {100 * mean:.1f} %"
    print(f"{first}, Elo {middle:+.0f} ({low:+.0f} to {high:+.0f})", end="")
    if rating:
        print(f", so {rating + middle:.0f} ({rating + low:.0f} to {rating + high:.0f})", end="")
    print(f"; forfeits: engine {ours}, opponent {theirs}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", help="the engine's command")
    parser.add_argument("--opponent", help="the opponent's command")
    parser.add_argument("--name", default="opponent", help="the opponent's name in the results")
    parser.add_argument("--rating", type=float, default=0, help="the opponent's rating, if it has one")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE for the opponent")
    parser.add_argument("--own-option", action="append", default=[], help="NAME=VALUE for the engine")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--base", type=float, default=1.0, help="seconds on the clock")
    parser.add_argument("--increment", type=float, default=0.1, help="seconds a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="file of results, a JSON line a game")
    parser.add_argument("--summary", action="store_true", help="print what the file holds and end")
    args = parser.parse_args()

    if not args.summary:
        done = {(game["pair"], game["engine_white"]) for game in read(args.out)}
        engine = start(args.engine, args.own_option)
        opponent = start(args.opponent, args.option)
        for number in range(args.games):
            pair, white = divmod(number, 2)
            if (pair, white == 0) in done:
                continue
            board = opening(engine, args.seed, pair)
            fen = board.fen()
            players = (engine, opponent) if white == 0 else (opponent, engine)
            result, reason, forfeit = play(players, board, args.base, args.increment)
            points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}[result]
            record = {
                "opponent": args.name,
                "pair": pair,
                "engine_white": white == 0,
                "points": points if white == 0 else 1 - points,
                "reason": reason,
                "forfeit": None if forfeit is None else "engine" if forfeit == white else "opponent",
                "fen": fen,
                "moves": " ".join(move.uci() for move in board.move_stack),
            }
            with args.out.open("a") as out:
                out.write(json.dumps(record) + "\n")
            print(f"{number + 1}/{args.games} {result} {reason}", file=sys.stderr)
            if forfeit is not None:
                # Whatever state they are in: both begin anew.
                for old in (engine, opponent):
                    try:
                        old.quit()
                    except (chess.engine.EngineError, TimeoutError):
                        old.close()
                engine = start(args.engine, args.own_option)
                opponent = start(args.opponent, args.option)
        engine.quit()
        opponent.quit()
    games = read(args.out)
    if not games:
        raise SystemExit(f"no games in {args.out}")
    print(f"{args.name}: ", end="")
    summary(games, args.rating)


main()
