"""A client in another language: two engine processes play a game of each variant over pipes.

A third process referees with `legal` and `d`, so every move is checked by an engine that did not choose it.
Usage: session.py PATH-TO-ODDITY
"""

import json
import sys

from pipe import Engine

MAX_PLIES = 300


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
