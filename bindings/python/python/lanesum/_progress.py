"""What ``progress=True`` shows."""


def bar():
    """A function that shows bytes and files in a bar of tqdm's; None without it."""
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return None
    shown = tqdm(unit="B", unit_scale=True, unit_divisor=1024)

    def progress(bytes, files):
        shown.set_postfix_str(f"{files} files", refresh=False)
        shown.update(bytes - shown.n)

    return progress
