"""What the checks stand on: a clean Debian, how to run things in it, and the report."""
