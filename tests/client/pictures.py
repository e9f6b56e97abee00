"""Pictures of the screens for the documentation (`docs/pictures/screens.py` makes them), always the same ones.

The tables are real, played by bots with the same chance every time, at the same hour of the same day. A test looks at
the screens again and compares them with the pictures, roughly.
"""

import base64
import struct
import time
import zlib
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Page

from client.build import build
from tests.client.browsing import DESK, PHONE, Theme, Visitor, chromium
from tests.client.screens import SCREENS, Scenes
from tests.client.stage import Stage

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "screens"
SEED = 11
SUNDAY_MORNING = 1_766_916_000_000
SIZES = {"desk": DESK, "phone": PHONE}
THEMES: tuple[Theme, ...] = ("light", "dark")
COLOURS = 256
PICTURES = {
    (name, size, theme): FOLDER / f"{name.replace(',', '').replace(' ', '-')}-{size}-{theme}.png"
    for name, shown in SCREENS.items()
    if shown.pictured
    for size in SIZES
    for theme in THEMES
}

PIXELS = """async ({ source, width, height }) => {
  const image = await createImageBitmap(await (await fetch(source)).blob());
  const [w, h] = [width ?? image.width, height ?? image.height];
  const canvas = new OffscreenCanvas(w, h);
  const pen = canvas.getContext("2d");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(image, 0, 0, w, h);
  const { data } = pen.getImageData(0, 0, w, h);
  let text = "";
  for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
  return { w, h, data: btoa(text) };
}"""


def stage() -> Stage:
    """A server for which it is always the same day."""
    began = time.monotonic()
    return Stage(SEED, now=lambda: SUNDAY_MORNING + int(1000 * (time.monotonic() - began)))


def show(name: str, size: str, theme: Theme, browser: Browser, scenes: Scenes) -> tuple[Visitor, bytes]:
    """A screen, and its picture."""
    visitors: list[Visitor] = []

    def come(person: str | None = None) -> Visitor:
        cookie = scenes.stage.cookie(person) if person else None
        visitors.append(Visitor(browser, scenes.stage.url, cookie, screen=SIZES[size], theme=theme))
        return visitors[-1]

    page = SCREENS[name].show(scenes, come)
    page.wait_for_timeout(400)
    return visitors[0], page.screenshot(animations="disabled", caret="hide")


def pixels(picture: bytes, page: Page, width: int | None = None, height: int | None = None) -> "np.ndarray[Any, Any]":
    """A PNG as rows of red, green and blue, read by a browser; smaller if that is wanted."""
    source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    told = page.evaluate(PIXELS, {"source": source, "width": width, "height": height})
    flat = np.frombuffer(base64.b64decode(told["data"]), np.uint8)
    return flat.reshape(told["h"], told["w"], 4)[:, :, :3]


def lighter(picture: "np.ndarray[Any, Any]") -> bytes:
    """The same as a PNG with a palette, a third as large: flat drawings have few colours."""
    whole = picture.reshape(-1, 3)
    # Shades that a reader cannot tell apart are one; the most frequent ones make the palette.
    coarse = (whole.astype(np.uint32) >> 2) @ np.array([1 << 12, 1 << 6, 1], np.uint32)
    _, first, where, counts = np.unique(coarse, return_index=True, return_inverse=True, return_counts=True)
    chosen = np.argsort(counts)[::-1][:COLOURS]
    palette = whole[first[chosen]].astype(np.int32)
    apart = ((whole[first].astype(np.int32)[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2)
    index = apart.argmin(axis=1).astype(np.uint8)[where.reshape(-1)]
    height, width = picture.shape[:2]
    rows = np.zeros((height, width + 1), np.uint8)
    rows[:, 1:] = index.reshape(height, width)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette.astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(map(_chunk, (*parts, (b"IEND", b""))))


def _chunk(part: tuple[bytes, bytes]) -> bytes:
    kind, data = part
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def take_all() -> None:
    build()
    FOLDER.mkdir(exist_ok=True)
    for old in set(FOLDER.glob("*.png")) - set(PICTURES.values()):
        old.unlink()
    with stage() as running, chromium() as browser:
        scenes = Scenes(running)
        paper = browser.new_page()
        for (name, size, theme), file in PICTURES.items():
            visitor, picture = show(name, size, theme, browser, scenes)
            visitor.close()
            file.write_bytes(lighter(pixels(picture, paper)))
            print(f"{file.name}  {file.stat().st_size // 1024} KB", flush=True)
