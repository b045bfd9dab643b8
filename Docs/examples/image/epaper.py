#!/usr/bin/env python3
"""Shows a picture of Callboard's on electronic paper by Waveshare: it comes on standard input.

The one argument is the panel, as Waveshare's library calls it: epd2in13_V4, epd2in9_V2, epd4in2 ...
"""

import importlib
import sys

from PIL import Image


def main():
    panel = importlib.import_module("waveshare_epd." + sys.argv[1]).EPD()
    picture = Image.open(sys.stdin.buffer).convert("1")
    if panel.init() not in (0, None):
        sys.exit("the panel does not answer")
    panel.display(panel.getbuffer(picture))
    # Under current for days the panel would suffer.
    panel.sleep()


if __name__ == "__main__":
    main()
