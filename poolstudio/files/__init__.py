"""What is on disk: pictures, tables of numbers, resources. No Qt."""
