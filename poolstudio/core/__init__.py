"""What pooling is: NumPy only, no files, no Qt."""
