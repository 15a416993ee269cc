"""PoolStudio: see what a pooling layer does."""

__version__ = "0.1.0"
