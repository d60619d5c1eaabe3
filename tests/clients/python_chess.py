"""python-chess plays and analyses with the engine, its own stock board as the judge: chess and Chess960.

Usage: python_chess.py PATH-TO-ODDITY
"""

import random
import subprocess
import sys

import chess
import chess.engine

POSITIONS = 600


def check(holds, message):
    if not holds:
        raise SystemExit(message)


def play(engine, board, limit, ponder=False):
    """The engine against itself to the end of the game; python-chess refuses illegal moves."""
    token = object()
    while not board.is_game_over(claim_draw=True) and board.ply() < 300:
        answer = engine.play(board, limit, game=token, ponder=ponder, info=chess.engine.INFO_ALL)
        check(answer.move is not None, f"no move in {board.fen()}")
        check("score" in answer.info, f"no score in {board.fen()}")
        board.push(answer.move)
    return board


def analyse(engine, board):
    """Several lines, sorted, legal to their ends (python-chess stops reading at an illegal move)."""
    lines = engine.analyse(board, chess.engine.Limit(depth=9), multipv=4)
    wanted = min(4, board.legal_moves.count())
    check(len(lines) == wanted, f"{len(lines)} lines instead of {wanted} in {board.fen()}")
    scores = [line["score"].relative for line in lines]
    check(scores == sorted(scores, reverse=True), f"lines are not sorted in {board.fen()}: {scores}")
    firsts = [line["pv"][0] for line in lines]
    check(len(set(firsts)) == len(firsts), f"a move twice in {board.fen()}: {firsts}")
    check(all(len(line["pv"]) >= 1 and line["depth"] == 9 for line in lines), board.fen())


def solve(engine, fen, moves, mate):
    info = engine.analyse(chess.Board(fen), chess.engine.Limit(nodes=200_000))
    check(info["pv"][0].uci() in moves, f"{info['pv'][0]} instead of {moves} in {fen}")
    check(info["score"].relative == chess.engine.Mate(mate), f"{info['score']} instead of mate in {mate}")


def random_board(draw, chess960):
    board = chess.Board.from_chess960_pos(draw.randrange(960)) if chess960 else chess.Board()
    for _ in range(draw.randrange(80)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(draw.choice(moves))
    return board


def compare_rules(path):
    """Legal moves, FEN and the state of the game of random positions."""
    engine = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(lines, *prefixes):
        """What follows each prefix, in the order in which the lines come."""
        engine.stdin.write("".join(line + "\n" for line in lines))
        engine.stdin.flush()
        found = []
        for prefix in prefixes:
            line = next((line for line in engine.stdout if line.startswith(prefix)), None)
            check(line is not None, f"the engine ended before '{prefix}'")
            found.append(line.rstrip("\n")[len(prefix) :])
        return found

    draw = random.Random(11)
    for number in range(POSITIONS):
        chess960 = number % 2 == 1
        board = random_board(draw, chess960)
        start = board.root().fen()
        moves = " ".join(board.uci(move, chess960=chess960) for move in board.move_stack)
        position = f"position fen {start} moves {moves}"
        setup = [f"setoption name UCI_Chess960 value {str(chess960).lower()}", position]
        legal, fen, status = ask([*setup, "legal", "d"], "legalmoves", "FEN: ", "Status: ")
        legal = set(legal.split())
        wanted = {board.uci(move, chess960=chess960) for move in board.legal_moves}
        check(legal == wanted, f"{position}: {sorted(legal ^ wanted)}")
        again = chess.Board(fen, chess960=chess960)
        check(again.epd(en_passant="legal") == board.epd(en_passant="legal"), f"{fen} is not {board.fen()}")
        if board.is_checkmate():
            check("checkmate" in status, f"{status} in {fen}")
        elif board.is_stalemate():
            check("stalemate" in status, f"{status} in {fen}")
        elif board.is_insufficient_material():
            check("dead material" in status, f"{status} in {fen}")
        elif not board.can_claim_draw():
            check(status.startswith("in play"), f"{status} in {fen}")
        # Every move in standard notation leads where python-chess goes with it.
        for move in list(board.legal_moves)[:8]:
            sequence = f"position fen {board.fen()} moves {board.san(move)}"
            after = board.copy()
            after.push(move)
            fen, _ = ask([sequence, "d"], "FEN: ", "Status: ")
            again = chess.Board(fen, chess960=chess960)
            check(again.epd(en_passant="legal") == after.epd(en_passant="legal"), f"{sequence}: {fen}")
    engine.stdin.write("quit\n")
    engine.stdin.flush()
    check(engine.wait(timeout=5) == 0, "a bad end")


def main():
    path = sys.argv[1]
    compare_rules(path)
    # The engine is closed whatever happens, since its thread would keep a failed run from ending.
    with chess.engine.SimpleEngine.popen_uci(path, timeout=20) as engine:
        check(engine.options["UCI_Variant"].default == "chess", "the default game is not chess")
        board = play(engine, chess.Board(), chess.engine.Limit(time=0.02))
        print(f"chess: {board.ply()} plies, {board.result(claim_draw=True)}")
        clock = chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.02, black_inc=0.02)
        board = play(engine, chess.Board.from_chess960_pos(42), clock)
        print(f"Chess960: {board.ply()} plies, {board.result(claim_draw=True)}")
        board = play(engine, chess.Board(), clock, ponder=True)
        print(f"chess with pondering: {board.ply()} plies, {board.result(claim_draw=True)}")
        draw = random.Random(3)
        boards = (random_board(draw, number % 2 == 1) for number in range(60))
        for board in [board for board in boards if not board.is_game_over()][:20]:
            analyse(engine, board)
        # Lines of a search that goes on, and its end.
        with engine.analysis(chess.Board(), multipv=2) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 8:
                    break
        solve(engine, "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", ["d1d8"], 1)
    print("python-chess: all well")


main()
