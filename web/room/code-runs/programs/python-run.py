"""Runs what somebody wrote as `python main.py` would."""

import builtins
import gc
import io
import linecache
import os
import site
import sys
import traceback
import types

FILE = "main.py"


def read_input_line(prompt="", /):
    """`input()` reads the lines of the input box, and prints them as a terminal would show them."""
    print(prompt, end="")
    line = sys.stdin.readline()
    if line == "":
        print()
        raise EOFError("no line is left in the input box: write one line for each input()")
    line = line.removesuffix("\n")
    print(line)
    return line


builtins.input = read_input_line
builtins_before = dict(builtins.__dict__)
modules_before = dict(sys.modules)
sys_before = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr", "path", "argv")}
path_before = list(sys.path)
place_before = os.getcwd()
recursion_before = sys.getrecursionlimit()
# What an endless loop has printed until it is stopped is seen, line by line.
stdout, stderr = sys.stdout, sys.stderr
stdout.reconfigure(line_buffering=True)
stderr.reconfigure(line_buffering=True)


def only_own_frames(error):
    """Leaves out the frames of this file and of the library: the reader wrote neither."""
    if error is None:
        return
    own = [frame for frame in error.stack if frame.filename == FILE]
    error.stack = traceback.StackSummary.from_list(own)
    only_own_frames(error.__cause__)
    only_own_frames(error.__context__)


def is_missing_package(error):
    name = (getattr(error, "name", None) or "").split(".")[0]
    return isinstance(error, ModuleNotFoundError) and name != "" and name not in sys.stdlib_module_names


def show(error, package_note):
    told = traceback.TracebackException.from_exception(error, compact=True)
    only_own_frames(told)
    stdout.flush()
    stderr.write("".join(told.format()))
    if is_missing_package(error):
        stderr.write(f"{package_note}\n")


def is_from_package(module):
    """A package in C cannot be imported twice, so packages stay imported."""
    return "/site-packages/" in (getattr(module, "__file__", None) or "")


def show_figures():
    """Shows the figures that the code left open. The backend is a package too, so it stays imported."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    try:
        import greenroom_figures

        greenroom_figures.show()
    except Exception as error:
        print(f"The figures could not be shown: {error}")


def tidy():
    """Forgets what the run before imported, replaced and kept."""
    builtins.__dict__.update(builtins_before)
    for name in set(builtins.__dict__) - set(builtins_before):
        del builtins.__dict__[name]
    for name in set(sys.modules) - set(modules_before):
        if not is_from_package(sys.modules[name]):
            del sys.modules[name]
    sys.modules.update(modules_before)
    if "matplotlib" in sys.modules:
        sys.modules["matplotlib"].rcdefaults()
    sys.__dict__.update(sys_before)
    sys.path[:] = path_before
    sys.setrecursionlimit(recursion_before)
    os.chdir(place_before)
    gc.collect()


def run(code, input_text, package_note):
    """Gives how it ended: "finished", "failed" or "out_of_memory"."""
    tidy()
    sys.stdin = io.StringIO(input_text)
    main = types.ModuleType("__main__")
    main.__file__ = FILE
    sys.modules["__main__"] = main
    linecache.cache[FILE] = (len(code), None, code.splitlines(True), FILE)
    outcome = "finished"
    try:
        exec(compile(code, FILE, "exec"), main.__dict__)
    except SystemExit as end:
        if end.code not in (None, 0):
            stderr.write(f"Ended with exit code {end.code}\n")
            outcome = "failed"
    except MemoryError:
        outcome = "out_of_memory"
    except BaseException as error:
        show(error, package_note)
        outcome = "failed"
    if outcome == "out_of_memory":
        # Frees memory for the last output.
        main.__dict__.clear()
        gc.collect()
    else:
        show_figures()
    stdout.flush()
    stderr.flush()
    return outcome


def start(figures):
    """Installs the backend of matplotlib, and returns the function that runs code."""
    for folder in site.getsitepackages():
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "greenroom_figures.py"), "w") as file:
            file.write(figures)
    return run


start
