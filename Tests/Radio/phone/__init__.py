"""A simulated iPhone on Bumble, which shares nothing with the one in Sources/Phone/SimulatedPhone."""
