"""What must hold between callboard, bluetoothd and an iPhone."""
