"""Debian's Firefox, spoken to by WebDriver BiDi."""
