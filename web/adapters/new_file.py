"""A file that is there when it is whole, or not at all, and that never takes the place of another."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from web.adapters.trouble import CannotCopy

_NO_LINKS = frozenset({errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK})


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Give an empty file beside `path`, its owner's alone; when the block ends it is `path`, and on the disk.

    Whatever goes wrong leaves nothing behind. Raises CannotCopy.
    """
    _refuse_existing(path)
    making = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        os.close(os.open(making, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        yield making
        _sync(making)
        _give_name(making, path)
        _sync(path.absolute().parent)
    except OSError as error:
        raise CannotCopy(f"The file {path} cannot be written: {error.strerror}.") from error
    finally:
        with suppress(OSError):
            making.unlink(missing_ok=True)


def _refuse_existing(path: Path) -> None:
    folder = path.absolute().parent
    if not folder.is_dir():
        raise CannotCopy(f"The folder {folder} does not exist.")
    if os.path.lexists(path):
        raise CannotCopy(f"There is a file {path} already, and it is not overwritten.")


def _give_name(making: Path, path: Path) -> None:
    try:
        # Unlike a renaming, this never takes a name that somebody else has taken meanwhile.
        path.hardlink_to(making)
    except FileExistsError:
        _refuse_existing(path)
        raise
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        _refuse_existing(path)
        making.rename(path)


def _sync(path: Path) -> None:
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(file)
    finally:
        os.close(file)
