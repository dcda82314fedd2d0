"""A run folder as a whole: copied, put in the place of another, and kept from being written over."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from gaugeblock.output import keep_apart
from gaugeblock.perturb.errors import UsageError

_OF_A_RUN = ("signature", "manifest.json", "results.json")
_FOLDERS_OF_A_RUN = ("variants", "prepared", "scores", "explored")


def keep_run_apart(run: Path, out: Path) -> None:
    """Refuse to write into what an audit has written of itself in its folder; a report beside that is fine.

    Args:
        run: the run folder.
        out: the file to write, or ``-``.

    Raises:
        UsageError: the file is, or would be taken for, a part of the run.
    """
    for name in (*_OF_A_RUN, "scores.sqlite"):
        keep_apart(str(run / name), out, "a part of the run")
    try:
        inside = out.resolve().relative_to(run.resolve()).parts if str(out) != "-" else ()
    except (OSError, RuntimeError, ValueError):  # it lies elsewhere, or nowhere
        return
    store = len(inside) == 1 and inside[0].startswith("scores.sqlite")  # with its journals
    if inside and (inside in [(name,) for name in _OF_A_RUN] or inside[0] in _FOLDERS_OF_A_RUN or store):
        raise UsageError(f"{out} is a part of the run itself, which would be overwritten; name another file with --out")


def copy_run(run: Path, target: Path) -> None:
    """Copy a run folder, in the place of another run that lies there; what else lies there stays as it is.

    The copy is whole before anything is taken away.

    Raises:
        UsageError: the one lies in the other, or something cannot be read or written.
    """
    source, place = run.resolve(), target.resolve()
    if source in place.parents or place in source.parents:
        raise UsageError(f"{target} and the run in {run} lie in one another; name another folder")
    odd = [name for name in _OF_A_RUN if (place / name).is_dir()]
    odd += [name for name in _FOLDERS_OF_A_RUN if (place / name).is_file() and not (place / name).is_symlink()]
    if odd:
        raise UsageError(f"{target / odd[0]} is not what a run has of that name; name another folder")
    temporary: Path | None = None
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{place.name[:80]}.", dir=place.parent))
        shutil.copytree(source, temporary, dirs_exist_ok=True, ignore_dangling_symlinks=True)
        place.mkdir(exist_ok=True)
        _clear(place)
        for made in sorted(temporary.iterdir()):
            if not (place / made.name).exists():
                made.replace(place / made.name)
    except (OSError, shutil.Error) as error:
        raise UsageError(f"the run in {run} cannot be copied to {target}: {error}") from error
    finally:
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)


def _clear(folder: Path) -> None:
    """Remove what an audit has written of itself into a folder, its scores too."""
    for path in (*(folder / name for name in (*_OF_A_RUN, *_FOLDERS_OF_A_RUN)), *folder.glob("scores.sqlite*")):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    page = folder / "report.html"
    if page.is_file() or page.is_symlink():
        page.unlink()
