"""Decks of cards as pictures: the art of two Debian packages, fonts and photographs for cards drawn here.

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
from PIL import Image, ImageDraw

# Pixels a centimetre of the art; a poker card is 6.3 x 8.9 cm.
ART_PX_PER_CM = 24.0
CARD_CM = (6.3, 8.9)
WIDTH, HEIGHT = (int(side * ART_PX_PER_CM) for side in CARD_CM)

CLASSES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "joker", "back", "nothing"]
JOKER, BACK, NOTHING = 13, 14, 15
# As gnome-cards-data has its rows; the last for jokers, backs and what is no card.
SUITS = ["c", "d", "h", "s", "unknown"]
NO_SUIT = 4
# How many signs a face shows besides its corners: one, as aces do, or as many as its rank; courts, pictures and backs show none to count.
ONE_SIGN, ALL_SIGNS, NO_SIGNS = 0, 1, 2
# A court or ace whose corner says something else (another language): its picture serves, its rank does not.
FIGURE_ONLY = 255

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
    "fonts-adf-accanthis=0.20190904-2": "7e43456f11cad9fcbf486050ba979e446934a4be38a5d22bb3489d9dcb5244c5",
    "fonts-adf-baskervald=0.20190904-2": "37cde81816c0935d16d3b8cc78e844c313f0e4e05f598ffe4d01c230c7096456",
    "fonts-adf-gillius=0.20190904-2": "75c5f6ecc9f289c2a2146034b6e00d46d57cce818a7394fba8bb0543fab9f64e",
    "fonts-adf-ikarius=0.20190904-2": "72f8dfe5224ad2aaed3a37ce3a671a35629889d75368abfcf3c404690bf0da6c",
    "fonts-adf-mekanus=0.20190904-2": "7d175e7a54f1463403507a23934bbc60ed8a709bbbd09ee6ea4780b9794be65f",
    "fonts-adf-oldania=0.20190904-2": "e2ab27b56d5fef487b86631cb719eeb14ab9cbdb10ff731cf33563f25758c09b",
    "fonts-adf-romande=0.20190904-2": "a38d2e6722e429c7d1c4bafbdb6ea78880cf3356eb0996a2ba6e10510dd515c1",
    "fonts-adf-solothurn=0.20190904-2": "2075bf2aa861a88b49914853a69570415d994ac9dbe7e07cc4c29ec5e6856bb4",
    "fonts-adf-switzera=0.20190904-2": "a447c3bb80634d16f38427acf20a3bbfa0b615152ba083f075488cf4fc1bf270",
    "fonts-adf-tribun=0.20190904-2": "de1ea9e2bd8c1cccc7a9f7ded002c9e82ea4535ceb2c9ece12c10d43945c5082",
    "fonts-adf-universalis=0.20190904-2": "f1bd2a52a68b6a657c501432d3a539fab7e902c364e804233e76119b854c0e61",
    "fonts-averia-serif-gwf=1.00-2.1": "bd85bd2fa5c8db8a5ffb994d6aa327b0df6247d0c490485bc0d80f3d0677a212",
    "fonts-bebas-neue=3.0-2": "fdc713c8323e967f17e0f86fdda358af11b905bb4732551afbff75decdfd2bb4",
    "fonts-beteckna=0.5-3": "36075fb2e3ae1a4901fe61ab5ed490b7b6ed18408c96fdb993010b4acf281e89",
    "fonts-cabin=1.5-3": "3a7a7d6057956273b1afa22534383896e2901bcb98439033d8e7852223365238",
    "fonts-cantarell=0.303.1-1": "8fdf5687d9e2ce70456664519025a6b48fbaaadbc5b1cfbf8b09f72c2dc5f09b",
    "fonts-crosextra-caladea=20200211-1": "dd51af7629df5a2f3799f889cdf63d5abdda32e94e5de59398f728d98604a240",
    "fonts-dosis=1.7-3": "5e830fdfeeec1e34fe0909c3374fd209351f3398bbf20bbb486f9e5069e075f3",
    "fonts-ebgaramond=0.016+git20210310.42d4f9f2-1": "2780e32df19b909823425b3e21c2f2f2a1717bbdd96f33fc59a252a308903fa2",
    "fonts-goudybookletter=2010.07.03-6": "25f3c8db503e161f70d0e6c26143f84b44d76487af1e4b1100c9bff0aa527346",
    "fonts-inter=4.0~beta7+ds-1": "6afd9014550e04b58bccf64b94f92ae1dbfd8018489b92de835408970234c24c",
    "fonts-junction=20110525.18de841-1.1": "de4fcf631587812696a6939764c1ec4c005a848749a4e11dde39fd5b3060c6dd",
    "fonts-junicode=2+git20230104+ds-1": "9fe12bbbba5361ed47e70d55cd55bad6b24b7889746e01a6d878c2519ad0bb5e",
    "fonts-karla=20201218-1": "0bbe3298aed346958c68407995b9084a440aad6263c384abe8547008be598e73",
    "fonts-league-spartan=2.210-1": "4d1fc96447aa615855e8b7a0afc534c761446ef2ddc6a6259382ec99f1f8929e",
    "fonts-linuxlibertine=5.3.0-6": "5c77471e910189b3e4e2eda2b1c5f549ddcaf4de8f9640b97773643970d29087",
    "fonts-millimetre=0.2-2": "741135d051a8cfba81bb4514d71b83b0c321f574779645fc3e9f5bb036074d0d",
    "fonts-okolaks=0.6.0-2": "47ce320f90994b80cd6832136246500e652c887ede931ffe412a3f4f16befab5",
    "fonts-oldstandard=2.2really-4": "c8c240cf91654f9ae5357b123436612c05820259dd5569f1c090185cb2ec1fdd",
    "fonts-open-sans=1.11-2": "ed8c4258af6c23e5105fa18940544f060f3c9664fbe881f25130fe0c65bc1485",
    "fonts-play=1.002+20150307.1-0.1": "274f6e95f668f1fff3441056e968a4c947ac975b29000d9c513bd06bb7f7f9d4",
    "fonts-quattrocento=1.1-2.1": "e59b8d429493e785cf16ac84b132e302ecb52fb06f0c309f46bdea045c9fc2eb",
    "fonts-quicksand=0.2016-2.1": "1175e5c64f116887b37ec3c8faea1f411bdef356580bc22298c3c9da75fac120",
    "fonts-sil-charis=6.101-1": "bc1a774ed29af7be47aea74b0afbcffb1e379c9e61e3f322ccf60c9325ff88af",
    "fonts-sil-gentiumplus=6.101-1": "9b05c3ca056bbbdff263ca0cbd7a1b0e2047d556e47e24d1182800413b5d511b",
    "fonts-symbola=2.60-1.1": "408244997437d4103e9cdc9dd75db29d0e5fbee6e6874536173995204033a6df",
    "fonts-ubuntu-title=1:0.3-2.1": "1a317da403b5608600cf28c10d9cf69457665e5f44047f5f13a3f87c3543850e",
    "fonts-vollkorn=4.105-2": "0c7039de3ede6c96727829635c5b10a536114029cbddf98e14716578d936307f",
    "fonts-yanone-kaffeesatz=2.0+git20211102+ds-1": "f877e8ad4fd0aa8c20ac104c9eef69b54dcdc93e2e0d09a01fe5acfc89371980",
}
# Photographs and patterns for what a card lies on.
GROUNDS = {
    "mate-backgrounds=1.26.0-1": "7bf4c2209f34b4f61ba6d24c8b58c28b361e82e4b943aae6d42c030169af9e04",
    "propaganda-debian=13.5.10+nmu1": "f2dfbb9bd3185aaff781ac81fdba784391cb8ed004cb59a5573831ae38c0baf3",
}
# Glyphs of these are not letters and figures as a card has them.
NOT_FOR_INDICES = ("italic", "oblique", "symbol", "dingbat", "d050000l", "math", "thin", "hair", "emoji", "smallcap", "outline", "initials", "sc-", "expert")
# Faces with which the simulator draws its decks: left out, so that those decks are unknown in every respect.
SIMULATED = ("lato-bold.", "liberationserif-bold.", "robotoslab-bold.")

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
    """Cards as (class, suit, picture), and pictures of backs."""

    name: str
    cards: list
    backs: list

    def __post_init__(self):
        self.figures = [picture for rank, _, picture in self.cards if rank == FIGURE_ONLY]
        self.cards = [card for card in self.cards if card[0] != FIGURE_ONLY]


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
            cards = deck.cards + [(FIGURE_ONLY, NO_SUIT, figure) for figure in deck.figures]
            np.savez(
                fresh / f"{deck.name}.npz",
                classes=np.array([card[:2] for card in cards], np.uint8),
                cards=np.array([picture for _, _, picture in cards]),
                backs=np.array(deck.backs),
            )
        fresh.rename(cache)
    decks = {}
    for path in sorted(cache.glob("*.npz")):
        data = np.load(path)
        cards = [(int(rank), int(suit), card) for (rank, suit), card in zip(data["classes"], data["cards"])]
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
    cards = []
    for suit in range(4):
        for rank in range(13):
            unread = foreign and (rank >= 10 or rank == 0)
            cards.append((FIGURE_ONLY if unread else rank, suit, cell(rank, suit)))
    if not foreign:
        cards += [(JOKER, NO_SUIT, cell(0, 4)), (JOKER, NO_SUIT, cell(1, 4))]
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
        for suit, word in enumerate(("club", "diamond", "heart", "spade")):
            element = f"{rank}_{word}"
            if f'id="{element}"' in drawing:
                cards.append((card_class, suit, element_card(path, work, element)))
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
            if path.suffix not in (".ttf", ".otf") or any(word in name for word in NOT_FOR_INDICES + SIMULATED):
                continue
            # Noto has a face for every script; the Latin ones are enough.
            if "noto" in name and not name.startswith(("notosans-", "notoserif-", "notosansmono-")):
                continue
            found.append(str(path))
    return sorted(found, key=lambda path: Path(path).name)


def suit_fonts(work):
    """Fonts with the four suits."""
    wanted = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "FreeSerif.ttf", "FreeSans.ttf", "FreeMonoBold.ttf", "Symbola_hint.ttf")
    return [str(path) for path in sorted((work / "packages").rglob("*.ttf")) if path.name in wanted]


def grounds(work):
    """Photographs and patterns, RGB, at most 700 pixels wide."""
    pictures = []
    for package, sha256 in GROUNDS.items():
        for path in sorted(fetch(package, sha256, work).rglob("*")):
            if path.suffix.lower() == ".jpg":
                picture = Image.open(path).convert("RGB")
                picture.thumbnail((700, 700))
                pictures.append(np.array(picture))
    return pictures


def sheets(work):
    """The simulator's designs, never trained on: sheets of 14 x 4 cards in `sheets/`, three pixels of rim around each,
    suits as in SUITS, the back, two jokers and the back again in the last column. None when there are no sheets."""
    found = {}
    for path in sorted((work / "sheets").glob("*.png")):
        sheet = Image.open(path).convert("RGB")
        wide, high = sheet.width // 14, sheet.height // 4
        corner = Image.new("L", (WIDTH, HEIGHT), 0)
        ImageDraw.Draw(corner).rounded_rectangle((0, 0, WIDTH - 1, HEIGHT - 1), 7, fill=255)

        def cell(column, row, sheet=sheet, wide=wide, high=high, corner=corner):
            box = (column * wide + 3, row * high + 3, (column + 1) * wide - 3, (row + 1) * high - 3)
            return np.dstack([np.array(sheet.crop(box).resize((WIDTH, HEIGHT), Image.LANCZOS)), np.array(corner)])

        cards = [(rank, suit, cell(rank, suit)) for suit in range(4) for rank in range(13)]
        cards += [(JOKER, NO_SUIT, cell(13, row)) for row in (1, 2)]
        found[f"simulated-{path.stem}"] = Deck(path.stem, cards, [cell(13, 0)])
    return found
