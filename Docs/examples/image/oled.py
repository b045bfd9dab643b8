#!/usr/bin/env python3
"""Shows Callboard's pictures on an OLED: a bitmap (PBM) after the other comes on standard input.

The options are those of luma.oled: --display, --interface, --width, --height, --rotate and so on.
"""

import sys

from luma.core import cmdline
from PIL import Image


def pictures(file):
    """Gives each picture as it comes, until there are no more."""
    while file.readline() == b"P4\n":
        width, height = map(int, file.readline().split())
        bits = file.read((width + 7) // 8 * height)
        # In a bitmap 1 is black, in Pillow 1 is white.
        yield Image.frombytes("1", (width, height), bits, "raw", "1;I")


def main():
    parser = cmdline.create_parser("shows Callboard's pictures on an OLED")
    device = cmdline.create_device(parser.parse_args())
    for picture in pictures(sys.stdin.buffer):
        device.display(picture.convert(device.mode))


if __name__ == "__main__":
    main()
