"""Towpath: barges are towed along a canal, and each tow is auctioned."""
