"""Draws the icons of the installed app from `public/icon.svg`, with Playwright's or the system's Chromium.

`python client/icons.py` writes them beside it; they are kept in the repository.
"""

import shutil
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).resolve().parent / "public"
SKY = "linear-gradient(#A8D2D9 0 34%, #C7E1DC 34% 58%, #E9E6C9 58% 78%, #FBE0BA 78%)"
# The file, its width, how much of the width the houses take, what is behind them. What is cut round by the system
# keeps the middle: a circle of 80 %.
ICONS = (
    ("icon-192.png", 192, 1.0, "transparent"),
    ("icon-512.png", 512, 1.0, "transparent"),
    ("icon-maskable.png", 512, 0.62, SKY),
    ("apple-touch-icon.png", 180, 0.78, SKY),
)


def main() -> None:
    logo = b64encode((PUBLIC / "icon.svg").read_bytes()).decode()
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium") or shutil.which("google-chrome"))
        for name, width, share, background in ICONS:
            page = browser.new_page(viewport={"width": width, "height": width})
            page.set_content(
                f"<body style='margin:0;height:100vh;display:grid;place-items:center;background:{background}'>"
                f"<img style='width:{share:.0%}' src='data:image/svg+xml;base64,{logo}'>"
            )
            page.screenshot(path=PUBLIC / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
