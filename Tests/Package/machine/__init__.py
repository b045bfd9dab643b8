"""What the checks stand on: a clean Debian 12, how to run things in it, and the report."""
