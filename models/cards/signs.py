"""Has the reading model say whether a card shows one large sign, as aces do, or as many as its rank.

    python3 models/cards/signs.py --work DIR [--only-measure]

The index says the rank. Where it cannot be read, one large sign is an ace, unless the deck prints one on every number card: a
deck's other cards tell that. This fits a logistic regression to what the last layers of read.onnx see (`features`) of pictures
made for it, and appends it to read.onnx as the output `one_sign`. Prints how often it is right on the decks held out. Needs the
work folder of train.py and its packages; about five minutes on two cores. Run after train.py and further.py.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import crops
import decks
import numpy as np
import onnxruntime
import train
from scipy.optimize import minimize

HERE = Path(__file__).resolve().parent
MODEL = HERE / "read.onnx"
OUTPUT = "one_sign"
# Files of pictures, pictures in each, and those of the decks held out.
SHARDS, EACH, HELD_OUT = 8, 1500, {"test": 1500, "far": 1500}
# Seeds that no other training pictures have.
FIRST_SEED = 9000
# How much large weights cost.
RIDGE = 1e-3


def make(work, split, number):
    path = work / "signs" / f"{split}-{number:03}.npz"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        crops.make(path, FIRST_SEED + number, EACH if split == "train" else HELD_OUT[split], split, *train.prepared(work))
    return path


def seen(paths):
    """What the last layers see of cards that show signs, which of them show one, their ranks and widths."""
    options = onnxruntime.SessionOptions()
    session = onnxruntime.InferenceSession(str(MODEL), options)
    features, labels, widths = [], [], []
    for path in paths:
        made = np.load(path)
        shown = made["labels"][:, 2] != decks.NO_SIGNS
        pictures = made["crops"][shown]
        parts = [session.run(["features"], {"crop": pictures[i : i + 64].astype(np.float32)})[0] for i in range(0, len(pictures), 64)]
        features.append(np.concatenate(parts))
        labels.append(made["labels"][shown])
        widths.append(made["widths"][shown])
    labels = np.concatenate(labels).astype(int)
    return np.concatenate(features).astype(float), labels[:, 2] == decks.ONE_SIGN, labels[:, 0], np.concatenate(widths)


def fitted(features, one):
    """Weights and bias of the logistic regression."""
    mean, spread = features.mean(0), features.std(0) + 1e-3
    x, wanted = (features - mean) / spread, one.astype(float)

    def cost(w):
        z = x @ w[:-1] + w[-1]
        value = np.mean(np.logaddexp(0, z) - wanted * z) + RIDGE * np.sum(w[:-1] ** 2) / 2
        off = (1 / (1 + np.exp(-z)) - wanted) / len(x)
        return value, np.append(x.T @ off + RIDGE * w[:-1], off.sum())

    found = minimize(cost, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B", options={"maxiter": 2000}).x
    weights = found[:-1] / spread
    return weights, found[-1] - mean @ weights


def append(weights, bias):
    """Writes read.onnx with the regression behind its features, in place of an earlier one."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    model = onnx.load(MODEL)
    graph = model.graph
    for things in (graph.node, graph.output, graph.initializer):
        for old in [thing for thing in things if OUTPUT in thing.name]:
            things.remove(old)
    for name, value in (("weights", weights[:, None]), ("bias", np.array([bias]))):
        graph.initializer.append(numpy_helper.from_array(value.astype(np.float32), f"{OUTPUT}_{name}"))
    graph.node.append(helper.make_node("Gemm", ["features", f"{OUTPUT}_weights", f"{OUTPUT}_bias"], [f"{OUTPUT}_logit"], name=f"{OUTPUT}_gemm"))
    graph.node.append(helper.make_node("Sigmoid", [f"{OUTPUT}_logit"], [OUTPUT], name=OUTPUT))
    graph.output.append(helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [None, 1]))
    onnx.checker.check_model(model)
    onnx.save(model, MODEL)


def told(name, features, one, ranks, widths, weights, bias):
    """Prints how often what is said is right, by rank and by width."""
    p = 1 / (1 + np.exp(-(features @ weights + bias)))
    for kind, which in (
        ("aces", one & (ranks == 0)), ("number cards with one sign", one & (ranks > 0)),
        ("twos", ~one & (ranks == 1)), ("three to ten", ~one & (ranks > 1)),
    ):  # fmt: skip
        for low, high in ((crops.NARROWEST, 28), (28, 45), (45, crops.WIDEST)):
            here = which & (widths >= low) & (widths < high)
            if here.any():
                print(f"{name}, {kind}, {low} to {high} px wide: {here.sum()}, one sign with p < 0.1 {np.mean(p[here] < 0.1):.3f}, p > 0.9 {np.mean(p[here] > 0.9):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads and pictures")
    parser.add_argument("--only-measure", action="store_true", help="leave read.onnx as it is")
    args = parser.parse_args()
    work = args.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    train.prepared(work)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = [pool.submit(make, work, "train", i) for i in range(SHARDS)]
        jobs += [pool.submit(make, work, split, SHARDS + i) for i, split in enumerate(HELD_OUT)]
        paths = [job.result() for job in jobs]
    features, one, ranks, widths = seen(paths[:SHARDS])
    weights, bias = fitted(features, one)
    # What it learnt from, for comparison, then decks of other makes.
    told("training", features, one, ranks, widths, weights, bias)
    for split, path in zip(HELD_OUT, paths[SHARDS:]):
        told(split, *seen([path]), weights, bias)
    if not args.only_measure:
        append(weights, bias)


if __name__ == "__main__":
    main()
