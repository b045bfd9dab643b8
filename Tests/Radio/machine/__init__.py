"""The virtual machine: a real kernel with Bluetooth, on the host's own root file system."""
