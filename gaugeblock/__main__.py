"""``python -m gaugeblock``."""

from gaugeblock.cli import main

if __name__ == "__main__":
    main()
