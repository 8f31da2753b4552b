"""Enables ``pytester``, which runs pytest in a temporary directory."""

pytest_plugins = ["pytester"]
