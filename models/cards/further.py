"""Trains the shipped reading model further, on pictures that are made now.

    python3 models/cards/further.py --work DIR

For a change of what is drawn (faces.py, crops.py) that does not ask for a new model: weights are taken from read.onnx, all
layers learn on at a low rate, the normalisations stay as they are. Writes read.onnx anew. As train.py, it may be stopped
and started again, and needs the same packages; about an hour on two cores.
"""

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import train
from train import HERE, READER, Plan

FURTHER = Plan("further", READER.make, "crops", 24, 6, 2, 2000, READER.held_out, 10, 8, 64, 3e-4)


def weights(path):
    """Of convolutions, of full layers and of normalisations, in the order in which the network was built."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(path).graph
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    convolutions, full = [], []
    for i, node in enumerate(graph.node):
        if node.op_type == "Conv":
            # The exporter folded the normalisation that follows into it.
            convolutions.append((known[node.input[1]].transpose(2, 3, 1, 0), known[node.input[2]]))
        elif node.op_type == "MatMul":
            full.append(known[node.input[1]])
    scales = [known[node.input[1]] for node in graph.node if node.op_type == "Mul" and node.input[1] in known]
    shifts = [known[node.input[1]] for node in graph.node if node.op_type == "Add" and node.input[1] in known]
    by_width = lambda parts: [part for part in parts if part.ndim == 1 and part.size > 1]
    return convolutions, full, by_width(scales), by_width(shifts)


def take(model, path):
    """Puts the weights of an exported reader into `model`; its normalisations no longer move."""
    import tensorflow as tf

    layers = tf.keras.layers
    corner = model.get_layer("corner")
    convolutions, full, scales, shifts = weights(path)
    # Corner network first, as the exporter wrote it; biases of the last full layers stand among the shifts.
    kinds = lambda net, kind: [layer for layer in net.layers if isinstance(layer, kind)]
    for network in (corner, model):
        norms = kinds(network, layers.BatchNormalization)
        for layer in kinds(network, layers.Conv2D):
            kernel, bias = convolutions.pop(0)
            layer.set_weights([kernel])
            norm = norms.pop(0)
            set_norm(norm, np.ones_like(bias), bias)
        for layer in kinds(network, layers.Dense):
            kernel = full.pop(0)
            if layer.use_bias:
                layer.set_weights([kernel, shifts.pop(0)])
                continue
            if kernel.shape[0] == norms[0].gamma.shape[0]:  # the one over signs and whole card together
                set_norm(norms.pop(0), scales.pop(0), shifts.pop(0))
            layer.set_weights([kernel])
            set_norm(norms.pop(0), scales.pop(0), shifts.pop(0))
        assert not norms
    assert not (convolutions or full or scales or shifts)


def set_norm(norm, scale, shift):
    ones = np.ones_like(scale)
    norm.set_weights([scale, shift, 0 * ones, ones - norm.epsilon])
    norm.trainable = False


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, required=True, help="folder for downloads, pictures and unfinished models")
    work = parser.parse_args().work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    os.environ["CUDA_VISIBLE_DEVICES"] = ""
    train.prepared(work)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        jobs = train.start_shards(FURTHER_PICTURES, work, pool)
        import networks

        before = work / "before.onnx"
        if not before.exists():
            before.write_bytes((HERE / "read.onnx").read_bytes())

        def network():
            model = networks.reader(together=True)
            take(model, before)
            return model

        model = train.fit(FURTHER, network, networks.reader_loss, lambda x, y, _: (x, y.astype(np.int32)), work)
        for job in jobs:
            job.result()
        train.export_reader(model, work, HERE / "read.onnx")


# Pictures are those of the reader; only fewer.
FURTHER_PICTURES = Plan("reader", *[getattr(FURTHER, name) for name in list(Plan.__dataclass_fields__)[1:]])


if __name__ == "__main__":
    main()
