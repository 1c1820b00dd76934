"""Card art and index letters for the simulator's decks, from packages checked by SHA-256.

    python3 -m venv .venv && .venv/bin/pip install fonttools==4.68.0
    .venv/bin/python models/decks/make.py --work out/decks

Writes beside itself: letele/cards.json (outlines of court cards, jokers, index letters and pips, each in its own
units), letele/LICENSE, fonts/*.ttf and *.otf (letters of an index only) and the fonts' licences. Needs `apt-get`
(Debian 12) and `dpkg`; the bytes of the fonts are those of the named fontTools release.
"""

import argparse
import hashlib
import io
import json
import math
import re
import subprocess
import tarfile
import urllib.request
from pathlib import Path

from fontTools import subset, ttLib

HERE = Path(__file__).resolve().parent
NPM = (
    "https://registry.npmjs.org/@letele/playing-cards/-/playing-cards-0.1.0.tgz",
    "578a8fbdb70f03128b79d31482b7485a4462b71e9777ef6c5c305674da6e6156",
)
LETTERS = "A23456789010JQKJOKER"
# package, version, SHA-256, font inside, file here, name of the subset: modified copies may not bear reserved names
FONTS = [
    ("fonts-lato", "2.0-2.1", "86f50af146a7df9eca4e69f0262e73e708908435ebfa833df797adfa08843bc5",
     "usr/share/fonts/truetype/lato/Lato-Bold.ttf", "sans.ttf", "Card Index Sans"),
    ("fonts-liberation2", "2.1.5-1", "35ffaa54f117e633e89a5da89af235a073b34dbe582726fbf6989568f7fd9bda",
     "usr/share/fonts/truetype/liberation2/LiberationSerif-Bold.ttf", "serif.ttf", "Card Index Serif"),
    ("fonts-roboto-slab", "1.100263+20170512-2", "bbc315d672de850a7c980bc2283e41b4f322fd5a2b2bb2d00f07c15983b950b1",
     "usr/share/fonts/opentype/roboto/slab/RobotoSlab-Bold.otf", "slab.otf", "Card Index Slab"),
]
PAINTS = {"red": "red", "#44F": "blue", "#FC4": "gold", "#fff": "white", None: "black", "#000": "black"}


def checked(data: bytes, sha256: str, what: str) -> bytes:
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise SystemExit(f"{what}: SHA-256 is {found}, expected {sha256}")
    return data


def elements(block: str):
    """Elements of one React component, in order: tag and properties, flat."""
    for tag, body in re.findall(r'createElement\("(\w+)", (?:_extends\()?\{(.*?)\}', block, re.S):
        properties = {}
        for key, text, number in re.findall(r'(\w+): (?:"([^"]*)"|(-?[\d.]+))', body):
            properties[key] = text if number == "" else float(number)
        yield tag, properties


def matrix(transform: str):
    """An SVG transform list as [a, b, c, d, e, f]."""
    m = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]
    for name, inside in re.findall(r"(\w+)\(([^)]*)\)", transform):
        n = [float(x) for x in re.findall(r"-?\d*\.?\d+", inside)]
        if name == "scale":
            steps = [[n[0], 0, 0, n[-1], 0, 0]]
        elif name == "matrix":
            steps = [n]
        elif name == "translate":
            steps = [[1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0]]
        elif name == "rotate":
            c, s = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
            steps = [[1, 0, 0, 1, x, y], [c, s, -s, c, 0, 0], [1, 0, 0, 1, -x, -y]]
        else:
            raise SystemExit(f"unknown transform {name}")
        for k in steps:
            a, b, c2, d, e, f = m
            m = [a * k[0] + c2 * k[1], b * k[0] + d * k[1], a * k[2] + c2 * k[3], b * k[2] + d * k[3],
                 a * k[4] + c2 * k[5] + e, b * k[4] + d * k[5] + f]
    return m


def layers(block: str):
    """Layers of a figure, bottom first, in a field of 1300 x 2000: paths, and places of suit signs (`sign`: from the
    sign's own units, -600 to 600, to the field)."""
    symbol, within, order, corner, panel = None, {}, [], None, None
    for tag, p in elements(block):
        if tag == "symbol":
            symbol = p["id"] if p["viewBox"] == "0 0 1300 2000" else None
        elif tag == "rect":
            symbol = None
        elif tag == "path" and symbol and "id" not in p:
            stroke = p.get("stroke")
            within.setdefault(symbol, []).append({
                "paint": PAINTS[stroke if stroke else p.get("fill")],
                "stroke": p.get("strokeWidth", 0.0) if stroke else 0.0,
                "d": p["d"],
            })
        elif tag == "use" and symbol:
            scale = p["width"] / 1200
            a, b, c, d, e, f = matrix(p.get("transform", ""))
            x, y = p.get("x", 0.0) + 600 * scale, p.get("y", 0.0) + 600 * scale
            sign = [a * scale, b * scale, c * scale, d * scale, a * x + c * y + e, b * x + d * y + f]
            within.setdefault(symbol, []).append({"sign": [round(v, 5) for v in sign]})
        elif tag == "use" and p.get("width") == 55.68:
            corner = "left" if p["x"] < 0 else "right"
        elif tag == "use" and p["xlinkHref"][1:] in within and p["xlinkHref"][1:] not in order:
            order.append(p["xlinkHref"][1:])
            panel = [p["width"], p["height"]]
    return {"panel": panel, "corner": corner, "layers": [layer for name in order for layer in within[name]]}


def letele(work: Path):
    data = checked(urllib.request.urlopen(NPM[0]).read(), NPM[1], NPM[0])
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        source = archive.extractfile("package/dist/index.esm.js").read().decode()
        licence = archive.extractfile("package/LICENSE").read()
    blocks = {m[1]: m[2] for m in re.finditer(r"const Svg(\w+) = (_ref.*?\n\};)", source, re.S)}
    art = {"index": {}, "pips": {}, "courts": {}, "jokers": []}
    for rank in ["A", *map(str, range(2, 11)), "J", "Q", "K"]:
        symbol = re.search(r'viewBox: "-500 -500 1000 1000".*?\bd: "([^"]*)"', blocks["S" + rank], re.S)
        art["index"][rank] = symbol[1]
    for suit in "CDHS":
        art["pips"][suit] = re.search(r'viewBox: "-600 -600 1200 1200".*?\bd: "([^"]*)"', blocks[suit + "3"], re.S)[1]
        for rank in "JQK":
            art["courts"][suit + rank] = layers(blocks[suit + rank])
    for name in ["J1", "J2"]:
        art["jokers"].append(layers(blocks[name]))
    folder = HERE / "letele"
    folder.mkdir(exist_ok=True)
    (folder / "cards.json").write_text(json.dumps(art, separators=(",", ":")) + "\n")
    (folder / "LICENSE").write_bytes(licence)


def fonts(work: Path):
    folder = HERE / "fonts"
    folder.mkdir(exist_ok=True)
    for package, version, sha256, inside, file, name in FONTS:
        subprocess.run(["apt-get", "download", f"{package}={version}"], cwd=work, check=True)
        deb = next(work.glob(f"{package}_*.deb"))
        checked(deb.read_bytes(), sha256, deb.name)
        subprocess.run(["dpkg", "-x", deb, work / package], check=True)
        options = subset.Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 4, 6, 13, 14], notdef_outline=True)
        options.recalc_timestamp = False
        font = ttLib.TTFont(work / package / inside, recalcTimestamp=False)
        cut = subset.Subsetter(options)
        cut.populate(text=LETTERS)
        cut.subset(font)
        for record in list(font["name"].names):
            if record.nameID in (1, 4, 6):
                text = name.replace(" ", "") if record.nameID == 6 else name
                font["name"].setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
        if "CFF " in font:
            cff = font["CFF "].cff
            cff.fontNames = [name.replace(" ", "")]
            cff.topDictIndex[0].FullName = cff.topDictIndex[0].FamilyName = name
        font.save(folder / file)
        licence = (work / package / "usr/share/doc" / package / "copyright").read_text()
        if "/usr/share/common-licenses/Apache-2.0" in licence:
            licence += "\n" + Path("/usr/share/common-licenses/Apache-2.0").read_text()
        (folder / f"{file.split('.')[0]}.LICENSE").write_text(licence)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--work", type=Path, required=True, help="folder for downloads")
    chosen = arguments.parse_args().work
    chosen.mkdir(parents=True, exist_ok=True)
    letele(chosen)
    fonts(chosen.resolve())
