"""Learns the weights by which positions are judged, from games that bots play against each other."""
