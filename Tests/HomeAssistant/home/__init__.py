"""What the checks stand on: a Home Assistant, a broker, a bridge with simulated phones, and the report."""
