"""Debian's Chromium, spoken to over a pipe."""
