"""The contract suite: what every game must pass, module by module. ``tafelrunde.testing.suite`` has all of it."""
