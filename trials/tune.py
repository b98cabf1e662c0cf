"""The tuner: kills, speed, three seeds of the source's run, an army, and the methods compared.

usage: tune.py PROGRAM PICTURES [--short]

Pictures go to the folder PICTURES, except in short.
"""

import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM, PICTURES, SHORT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve(), "--short" in sys.argv
FILES = ("ga.log", "generations.jsonl", "champion.conf", "report.html")
RULES = ["--set", "triple=no", "--set", "opening=white"]


def tune(folder, *arguments):
    call = [PROGRAM, "tune", *arguments, "--out", str(folder), "--json"]
    return json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)


def kills(folder):
    """Runs killed at random moments end like one that was not."""
    count, chance = (3 if SHORT else 20), random.Random(5)
    arguments = ["narrad", "--generations", "1" if SHORT else "6", "--confirm", "200", "--seed", "4"]
    begin = time.perf_counter()
    tune(folder / "whole", *arguments)
    span = time.perf_counter() - begin
    resumable = [PROGRAM, "tune", *arguments, "--out", str(folder / "killed")]
    hits = torn = 0
    journal = folder / "killed" / "journal"
    while hits < count:
        running = subprocess.Popen(resumable, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not journal.exists() and running.poll() is None:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 1.6 * span / (count + 1)))
        if running.poll() is not None:
            # The run has ended before the kill: start over with shorter delays.
            shutil.rmtree(folder / "killed")
            hits, torn, span = 0, 0, span / 2
            continue
        running.send_signal(signal.SIGKILL)
        running.wait()
        hits += 1
        torn += not journal.read_bytes().endswith(b"\n")
    tune(folder / "killed", *arguments)
    same = all((folder / "whole" / name).read_bytes() == (folder / "killed" / name).read_bytes() for name in FILES)
    print(f"{hits} kills at random moments of a run of {span:.1f} s, {torn} torn lines: result {'the same' if same else 'NOT THE SAME'}")
    assert same


def cpu_seconds():
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def timings(folder):
    """The source's run on one thread and on two. Times are required of an idle machine with two cores only."""
    cores = len(os.sched_getaffinity(0))
    for plan, most in [("narrad-fast", 3), ("narrad", 90)]:
        if SHORT and plan == "narrad":
            continue
        generations = 10 if SHORT else 50
        seconds, busy = {}, {}
        for threads in (1, 2):
            before = cpu_seconds()
            result = tune(folder / f"{plan}-{threads}", plan, "--generations", str(generations), "--confirm", "0", "--threads", str(threads))
            seconds[threads], busy[threads] = result["seconds"], cpu_seconds() - before
        depth = 1 if plan == "narrad-fast" else 2
        print(f"depth {depth}, {generations} generations, {result['games']} games: {seconds[1]:.2f} s on one thread, {seconds[2]:.2f} s on two, {seconds[1] / seconds[2]:.2f} times as fast; {busy[1]:.2f} and {busy[2]:.2f} s of CPU time")
        assert (folder / f"{plan}-1" / "ga.log").read_bytes() == (folder / f"{plan}-2" / "ga.log").read_bytes(), "threads leave no trace"
        is_idle = cores >= 2 and busy[1] > 0.95 * seconds[1]
        if not is_idle:
            print("  other programs were running: no time is required")
        if not SHORT and is_idle:
            assert seconds[2] <= most, f"expected at most {most} s"
            assert seconds[1] >= 1.8 * seconds[2], "expected two threads to be 1.8 times as fast as one"


def army(folder):
    """Piece values of an army with three invented pieces, against the derived ones."""
    file = str(pathlib.Path(__file__).parent / "three_inventions.toml")
    arguments = ["--games", "200", "--confirm", "40"] if SHORT else ["--games", "20000"]
    result = tune(folder / "army", "chess-values", "--army", file, *arguments)
    values = ", ".join(f"{name} {value:g}" for name, value in result["values"].items())
    print(f"three invented pieces, {result['games']} games in {result['seconds']:.1f} s: {values}")
    confirmation = result["confirmations"][0]
    print(f"  {confirmation['games']} games at fixed nodes against the derived weights: {100 * confirmation['score']:.1f} %, Elo {confirmation['elo']:+.1f} +- {confirmation['elo_error']:.1f}")
    assert SHORT or result["seconds"] < 600, "expected at most 10 minutes"
    match = [PROGRAM, "match", "chess", f"strong:params={folder / 'army' / 'champion.conf'}", "strong", "--army", file, "--nodes", "300"]
    match = json.loads(subprocess.run([*match, "--games", "20" if SHORT else "2000", "--seed", "9", "--json"], check=True, capture_output=True, text=True).stdout)
    elo = "" if match["elo"] is None else f", Elo {match['elo']:+.1f} +- {match['elo_error']:.1f}"
    print(f"  {match['games']} games of match at 300 nodes: {100 * match['score']:.1f} %{elo}")


def against(params, opponent, games):
    """Points per game of a parameter file against published weights at depth 1, in paired games, with their error."""
    engines = [f"narrad:depth=1,params={params}", f"narrad:depth=1,params={opponent}"]
    call = [PROGRAM, "match", "backgammon", *engines, "--games", str(games), "--seed", "77", *RULES, "--json"]
    result = json.loads(subprocess.run(call, check=True, capture_output=True, text=True).stdout)
    points = result["points"]
    return (points["a"] - points["b"]) / games, result["score"], result["elo"], result["elo_error"]


def seeds(folder):
    """Three runs of the source: time, champion, and its score at depth 1."""
    games = 400 if SHORT else 20_000
    plan, generations = ("narrad-fast", 5) if SHORT else ("narrad", 50)
    runs = []
    for seed in (1, 2, 3):
        result = tune(folder / f"seed-{seed}", plan, "--seed", str(seed), "--generations", str(generations), "--confirm", "200" if SHORT else "2000")
        runs.append(result)
        values = ", ".join(f"{name} {value:g}" for name, value in result["values"].items())
        print(f"seed {seed}: {result['seconds']:.1f} s, {values}")
        for confirmation in result["confirmations"]:
            print(f"  {confirmation['games']} games against {confirmation['opponent']} by the run itself: {100 * confirmation['score']:.1f} %, {confirmation['lead']:+.3f} +- {1.96 * confirmation['lead_error']:.3f} points per game")
        for opponent in ("guess", "evolved"):
            lead, score, elo, error = against(folder / f"seed-{seed}" / "champion.conf", opponent, games)
            print(f"  {games} paired games at depth 1 against {opponent}: {100 * score:.1f} %, {lead:+.3f} points per game, Elo {elo:+.1f} +- {error:.1f}")
            assert SHORT or opponent == "evolved" or score > 0.55, "the champion beats the first guess"
    return runs


RANGES = {"COST_ON_BAR": (0, 200), "COST_BLOT": (0, 50), "COST_BLOT_HR": (1, 5), "COST_PRESENCE": (1, 5), "COST_CONNECT": (-50, 0), "COST_EATEN": (-100, 0), "COST_WALL": (-50, 0), "COST_WALL_HR": (1, 10)}
EVOLVED = {"COST_ON_BAR": 182.8, "COST_BLOT": 7, "COST_BLOT_HR": 1, "COST_PRESENCE": 4.15, "COST_CONNECT": -47.8, "COST_EATEN": -78.6, "COST_WALL": -10, "COST_WALL_HR": 5.797}
COLOURS = ["#a03a1e", "#2f6690", "#5b7f2b", "#7a4b94"]
STYLE = "<style>text{font:12px system-ui,sans-serif;fill:#555}@media(prefers-color-scheme:dark){text{fill:#aaa}}</style>"


def parameters_picture(runs):
    """Where in its range each parameter ended, for each seed."""
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 {60 + 30 * len(RANGES)}" role="img" aria-label="Champions of three seeds, each parameter within its range">', STYLE]
    labels = [f"seed {run['seed']}" for run in runs] + ["evolved (2007)"]
    for index, label in enumerate(labels):
        lines.append(f'<circle cx="{150 + 110 * index}" cy="16" r="5" fill="{COLOURS[index]}"/><text x="{160 + 110 * index}" y="20">{label}</text>')
    for row, (name, (low, high)) in enumerate(RANGES.items()):
        y = 50 + 30 * row
        lines.append(f'<text x="128" y="{y + 4}" text-anchor="end">{name}</text><path d="M150 {y}H580" stroke="#8886"/>')
        lines.append(f'<text x="142" y="{y + 16}" font-size="9">{low}</text><text x="574" y="{y + 16}" font-size="9">{high}</text>')
        for index, values in enumerate([run["values"] for run in runs] + [EVOLVED]):
            lines.append(f'<circle cx="{150 + 430 * (values[name] - low) / (high - low):.1f}" cy="{y}" r="5" fill="{COLOURS[index]}" opacity="0.8"/>')
    return "\n".join(lines + ["</svg>\n"])


def methods(folder):
    """Strength over games played, for each method, with the same number of games."""
    total, games, points = (2_000, 200, 3) if SHORT else (37_200, 20_000, 14)
    curves = {}
    for plan, label in [("narrad-fast", "genetic"), ("narrad-careful", "genetic, careful"), ("narrad-cma-es", "CMA-ES"), ("narrad-spsa", "SPSA")]:
        curve = {}
        for seed in (1,) if SHORT else (1, 2, 3):
            out = folder / f"{plan}-seed-{seed}"
            tune(out, plan, "--seed", str(seed), "--games", str(total), "--confirm", "0")
            generations = [json.loads(line) for line in (out / "generations.jsonl").read_text().splitlines()]
            # Early generations change most.
            wanted = sorted({round((len(generations) - 1) * (step / points) ** 2) for step in range(points + 1)})
            for index in wanted:
                generation = generations[index]
                file = folder / "point.conf"
                file.write_text("".join(f"{name} {value}\n" for name, value in generation["values"].items()))
                curve.setdefault(generation["games"], []).append(against(file, "guess", games)[0])
        # Numbers of games differ between seeds only where extra games are played: neighbours are joined.
        flat = sorted((played, lead) for played, leads in curve.items() for lead in leads)
        size = 1 if SHORT else 3
        joined = [flat[at : at + size] for at in range(0, len(flat), size)]
        curves[label] = [(sum(played for played, _ in part) / len(part), sum(lead for _, lead in part) / len(part)) for part in joined]
        last = curves[label][-1]
        print(f"{label}: {last[1]:+.3f} points per game against guess after {last[0]:.0f} games, mean of the seeds; on the way " + ", ".join(f"{lead:+.3f} at {played:.0f}" for played, lead in curves[label][::3]))
    lead, *_ = against("evolved", "guess", games)
    print(f"evolved: {lead:+.3f} points per game against guess")
    return methods_picture(curves, total, lead)


def methods_picture(curves, total, evolved):
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 680 340" role="img" aria-label="Points per game against the first guess, over games played, for each method">', STYLE]
    low, high = -0.2, 0.5
    x_at, y_at = (lambda x: 60 + 560 * x / total), (lambda y: 300 - 260 * (max(y, low) - low) / (high - low))
    for tick in range(-2, 6):
        lines.append(f'<path d="M60 {y_at(tick / 10):.1f}H620" stroke="#8884"/><text x="52" y="{y_at(tick / 10) + 4:.1f}" text-anchor="end">{tick / 10:+.1f}</text>')
    for tick in range(0, total + 1, 5_000 if total > 10_000 else 500):
        lines.append(f'<text x="{x_at(tick):.1f}" y="318" text-anchor="middle">{tick}</text>')
    lines.append('<text x="340" y="335" text-anchor="middle">games played</text>')
    lines.append(f'<path d="M60 {y_at(evolved):.1f}H620" stroke="#888" stroke-dasharray="4 4"/><text x="616" y="{y_at(evolved) + 14:.1f}" text-anchor="end">evolved (2007)</text>')
    for (label, curve), colour, place in zip(curves.items(), COLOURS, range(4)):
        path = "L".join(f"{x_at(x):.1f} {y_at(y):.1f}" for x, y in curve)
        lines.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/><path d="M{70 + 140 * place} 18h20" stroke="{colour}" stroke-width="2"/><text x="{96 + 140 * place}" y="22">{label}</text>')
    return "\n".join(lines + ["</svg>\n"])


with tempfile.TemporaryDirectory() as name:
    place = pathlib.Path(name)
    kills(place / "kills")
    timings(place / "timings")
    runs = seeds(place / "seeds")
    army(place / "army")
    pictures = {"tuning-parameters.svg": parameters_picture(runs), "tuning-methods.svg": methods(place / "methods")}
    if not SHORT:
        for picture, text in pictures.items():
            (PICTURES / picture).write_text(text)
