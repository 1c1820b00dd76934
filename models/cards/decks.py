"""Decks of cards as pictures: the art of two Debian packages, and fonts for decks drawn here.

Packages are fetched with `apt-get download` (no root) and unpacked in the work folder; cards are
drawn from their SVG with `rsvg-convert` (package librsvg2-bin). A card is an RGBA array of
HEIGHT x WIDTH pixels, face upright, transparent outside its rounded corners.
"""

import gzip
import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

# Pixels a centimetre of the art; a poker card is 6.3 x 8.9 cm.
ART_PX_PER_CM = 12.0
CARD_CM = (6.3, 8.9)
WIDTH, HEIGHT = (int(side * ART_PX_PER_CM) for side in CARD_CM)

CLASSES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker", "back", "nothing"]
JOKER, BACK, NOTHING = 13, 14, 15

# name=version: SHA-256 of the .deb as Debian 12 serves it.
ART = {
    "gnome-cards-data=1:3.22.23-1": "54ef445826dd7701d3ea83f999fbc8f058d304b714732425b23cde5c632596e0",
    "kdegames-card-data-kf5=4:22.12.3-1": "af0f00a97b8272bb9f8b497855716a41d2c694748eb0a6b3b3e691b692c4a9a6",
}
FONTS = {
    "fonts-dejavu-core=2.37-6": "8892669e51aab4dc56682c8e39d8ddb7d70fad83c369344e1e240bf3ca22bb76",
    "fonts-dejavu-extra=2.37-6": "6cb7ed32de6df209c065e9e5cc5154a2f36d4c334d9a0af534fabb67d38ab75b",
    "fonts-liberation=1:1.07.4-11": "efd381517f958b01969343634ffcbdd60056be7779af84c6f53a005090430204",
    "fonts-freefont-ttf=20120503-10": "4ca1c21ebc479198a3a5879d236c8317d6f7b2f1c403f7890e24c02eead05615",
    "fonts-urw-base35=20200910-7": "93e4997c99c4c31ea88c5d37e2259af0a0c826b9358931d5a69f794f7f0c73ac",
    "fonts-noto-core=20201225-1": "58f4f0bb6720f919f92096b3508e1412a0f1544424ade6c5b5bf1eb694dd64ba",
    "fonts-roboto-unhinted=2:0~20170802-3": "f89cf7d8a589489daecf750031ec50456ab3e648d49ff544f0f08753268fbd91",
    "fonts-lato=2.0-2.1": "86f50af146a7df9eca4e69f0262e73e708908435ebfa833df797adfa08843bc5",
    "fonts-crosextra-carlito=20220224-1": "673689e3a887cd150ca5018c26e1a4162709add3a1bdc0a2527af6fd073980d7",
}
# Glyphs of these are not letters and figures as a card has them.
NOT_FOR_INDICES = ("italic", "oblique", "symbol", "dingbat", "d050000l", "math", "thin", "hair", "emoji")

# Decks held out of the measured training, families together: `FAR` ones have a style that no other deck
# has (one huge pip cut by the edge, pips in other places), `TEST` ones are nearer to the rest.
FAR = ("neoclassical", "neoclassical_4_color", "tango_nuevo")
TEST = ("bellot", "anglo_poker", "kde-oxygen-air", "kde-oxygen-white")
# The indices of the courts and aces of these decks are not J, Q, K and A (other languages, or none).
FOREIGN_COURTS = ("lattmann", "slavic_costumes", "guyenne-classic", "paris")
# Not the French suits with thirteen ranks, drawn twice, without a size in the drawing, or unlike cards.
OTHER_GAMES = (
    "ancient_french", "atlasnye_skat", "berlin", "gnomangelo_bitmap", "rheinland", "swiss-xvii", "tarocco", "Атласные",
    "kde-konqi", "kde-future", "kde-oxygen", "kde-french", "kde-german", "kde-dondorf", "kde-paris", "kde-ornamental", "kde-tigullio-international",
)


@dataclass
class Deck:
    """Cards as (class, picture), and pictures of backs."""

    name: str
    cards: list
    backs: list


def fetch(package, sha256, work):
    """Downloads and unpacks a Debian package; returns the folder."""
    name = package.split("=")[0]
    folder = work / "packages" / name
    if folder.is_dir():
        return folder
    downloads = work / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", package], cwd=downloads, check=True, stdout=subprocess.DEVNULL)
    (deb,) = downloads.glob(f"{name}_*.deb")
    found = hashlib.sha256(deb.read_bytes()).hexdigest()
    if found != sha256:
        raise SystemExit(f"{deb.name} has the SHA-256 {found}, expected {sha256}: the package has changed.")
    unpacked = folder.with_name(f"{name}.tmp")
    unpacked.parent.mkdir(exist_ok=True)
    subprocess.run(["dpkg-deb", "--extract", str(deb), str(unpacked)], check=True)
    unpacked.rename(folder)
    return folder


def load(work):
    """All decks by name, from the work folder's cache or the packages."""
    cache = work / "decks"
    if not cache.is_dir():
        gnome, kde = (fetch(package, sha256, work) for package, sha256 in ART.items())
        fresh = work / "decks.tmp"
        fresh.mkdir(exist_ok=True)
        decks = [gnome_deck(path, work) for path in sorted((gnome / "usr/share/aisleriot/cards").glob("*.svgz"))]
        decks += [kde_deck(path, work) for path in sorted((kde / "usr/share/carddecks").glob("*/*.svgz"))]
        for deck in filter(None, decks):
            classes = np.array([card_class for card_class, _ in deck.cards], np.uint8)
            np.savez(
                fresh / f"{deck.name}.npz",
                classes=classes,
                cards=np.array([picture for _, picture in deck.cards]),
                backs=np.array(deck.backs),
            )
        fresh.rename(cache)
    decks = {}
    for path in sorted(cache.glob("*.npz")):
        data = np.load(path)
        cards = [(int(card_class), picture) for card_class, picture in zip(data["classes"], data["cards"])]
        decks[path.stem] = Deck(path.stem, cards, list(data["backs"]))
    return decks


def gnome_deck(path, work):
    """A deck drawn as one sheet: 13 columns, rows clubs, diamonds, hearts, spades, then jokers and back."""
    name = path.name.removesuffix(".svgz")
    if name in OTHER_GAMES:
        return None
    sheet = render(path, work, ["--width", "3276"])
    width, height = sheet.width / 13, sheet.height / 5

    def cell(column, row):
        box = (column * width, row * height, (column + 1) * width, (row + 1) * height)
        return card(sheet.crop(tuple(round(v) for v in box)))

    foreign = name in FOREIGN_COURTS
    cards = [(c, cell(c, r)) for r in range(4) for c in range(13) if not (foreign and (c >= 10 or c == 0))]
    if not foreign:
        cards += [(JOKER, cell(0, 4)), (JOKER, cell(1, 4))]
    return Deck(name, cards, [cell(2, 4)])


def kde_deck(path, work):
    """A deck whose cards are named elements, such as `10_heart`."""
    name = "kde-" + path.name.removesuffix(".svgz")
    if name in OTHER_GAMES:
        return None
    ranks = {**{str(i): i - 1 for i in range(1, 11)}, "jack": 10, "queen": 11, "king": 12}
    drawing = gzip.decompress(path.read_bytes()).decode("utf-8", "replace")
    cards = []
    for rank, card_class in ranks.items():
        for suit in ("club", "diamond", "heart", "spade"):
            element = f"{rank}_{suit}"
            if f'id="{element}"' in drawing:
                cards.append((card_class, element_card(path, work, element)))
    if len(cards) < 32 or 'id="back"' not in drawing:
        return None
    return Deck(name, cards, [element_card(path, work, "back")])


def element_card(path, work, element):
    return card(render(path, work, ["--export-id", element, "--zoom", "4"]))


def render(path, work, options):
    out = work / "render.png"
    subprocess.run(["rsvg-convert", "--unlimited", *options, "--output", str(out), str(path)], check=True)
    return Image.open(out).convert("RGBA")


def card(picture):
    """Cut to what is opaque and brought to the common size."""
    box = picture.getchannel("A").point(lambda v: 255 if v > 100 else 0).getbbox()
    return np.array(picture.crop(box).resize((WIDTH, HEIGHT), Image.LANCZOS))


def fonts(work):
    """Upright faces with letters and figures, by name."""
    found = []
    for package, sha256 in FONTS.items():
        for path in fetch(package, sha256, work).rglob("*"):
            name = path.name.lower()
            if path.suffix not in (".ttf", ".otf", ".t1") or any(word in name for word in NOT_FOR_INDICES):
                continue
            # Noto has a face for every script; the Latin ones are enough.
            if "noto" in name and not name.startswith(("notosans-", "notoserif-", "notosansmono-")):
                continue
            found.append(str(path))
    return sorted(found, key=lambda path: Path(path).name)


def suit_font(work):
    """A font with the four suits."""
    (package, sha256), *_ = FONTS.items()
    return str(next(fetch(package, sha256, work).rglob("DejaVuSans.ttf")))
