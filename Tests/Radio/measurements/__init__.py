"""What can be measured on this air; absolute times belong to the emulator, ratios do not."""
