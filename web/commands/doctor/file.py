"""A database that is a file: whose it is, what it lies on, and how much room is left."""

import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from web.commands.doctor.finding import Finding, ok, warning, wrong

OTHERS = stat.S_IRWXG | stat.S_IRWXO
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre", "fuse.sshfs"}
NETWORK |= {"fuse.glusterfs", "fuse.s3fs", "fuse.rclone", "ncpfs", "ocfs2", "gfs2", "virtiofs"}
MOUNTS = Path("/proc/self/mountinfo")
FULL_BYTES, SCARCE_BYTES = 100e6, 1e9


def of_file(path: Path) -> Iterator[Finding]:
    """Yield whether others can read the file, or one of those beside it."""
    open_ones = []
    for ending in ("", "-wal", "-shm"):
        file = Path(f"{path}{ending}")
        if file.exists() and file.stat().st_mode & OTHERS:
            open_ones.append(str(file))
    if open_ones:
        yield wrong("file", f"Others can read the deals in it: chmod 600 {' '.join(open_ones)}.")
    else:
        yield ok("file", "Only its owner can read it.")


def of_folder(folder: Path, size: float = 0.0) -> Iterator[Finding]:
    """Yield what the folder lies on, and whether there is room for the file to double."""
    if not folder.is_dir():
        yield wrong("file", f"The folder {folder} does not exist: make it.")
        return
    mounts = MOUNTS.read_text(encoding="utf-8") if MOUNTS.exists() else ""
    kind = kind_of_mount(mounts, folder.resolve())
    if kind in NETWORK:
        yield warning(
            "file",
            f"It lies on a network file system ({kind}), where SQLite's locks may not hold: use a disk, or"
            " PostgreSQL.",
        )
    yield of_space(shutil.disk_usage(folder).free, size)


def of_space(free: float, size: float) -> Finding:
    """Return whether so many free bytes are enough for a file of this size."""
    told = f"{free / 1e9:.1f} GB are free"
    if free < FULL_BYTES:
        return wrong("disk", f"{told}: make room, or moves will be refused.")
    if free < max(SCARCE_BYTES, 2 * size):
        return warning("disk", f"{told}, which is little beside {size / 1e9:.1f} GB: make room.")
    return ok("disk", f"{told}.")


def kind_of_mount(mounts: str, folder: Path) -> str | None:
    """Return the file system that a folder lies on, by Linux's table of mounts; None if that does not say."""
    best, kind = -1, None
    for line in mounts.splitlines():
        # 36 35 98:0 /root /mount/point rw,noatime master:1 - ext4 /dev/sda1 rw
        before, _, after = line.partition(" - ")
        words = before.split()
        if len(words) < 5 or not after:
            continue
        point = Path(words[4].encode().decode("unicode_escape"))
        if folder.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), after.split()[0]
    return kind
