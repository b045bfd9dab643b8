"""Callboard as its users have it: its commands, and what they print."""
