"""Threads: the solver and the loader, with generations and cancel."""
