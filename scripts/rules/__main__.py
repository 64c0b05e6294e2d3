"""Checks the rules of this house that the compiler does not: see docs/architecture.md."""

import argparse
import sys
from pathlib import Path

import imports
import part_keys
import sources


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/rules", description=__doc__)
    parser.add_argument("--root", type=Path, default=Path.cwd(), help="the checkout")
    root = parser.parse_args().root

    found = [*imports.check(root), *sources.check(root), *part_keys.check(root)]
    notes = sources.long_files(root)
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
    for failure in found:
        print(failure, file=sys.stderr)
    print(f"House rules: {len(found)} broken, {len(notes)} notes.", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
