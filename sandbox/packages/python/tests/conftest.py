"""What the tests share: runs of pytest in a folder of their own."""

pytest_plugins = ["pytester"]
