"""What the machine has instead of radio waves, and the Bluetooth host on this side of them."""
