"""Runs what somebody wrote as `python main.py` would."""

import builtins
import gc
import io
import linecache
import os
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


def show(error):
    told = traceback.TracebackException.from_exception(error, compact=True)
    only_own_frames(told)
    stdout.flush()
    stderr.write("".join(told.format()))


def tidy():
    """Forgets what the run before imported, replaced and kept."""
    builtins.__dict__.update(builtins_before)
    for name in set(builtins.__dict__) - set(builtins_before):
        del builtins.__dict__[name]
    for name in set(sys.modules) - set(modules_before):
        del sys.modules[name]
    sys.modules.update(modules_before)
    sys.__dict__.update(sys_before)
    sys.path[:] = path_before
    sys.setrecursionlimit(recursion_before)
    os.chdir(place_before)
    gc.collect()


def run(code, input_text):
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
        show(error)
        outcome = "failed"
    if outcome == "out_of_memory":
        # Room for what is still to be said.
        main.__dict__.clear()
        gc.collect()
    stdout.flush()
    stderr.flush()
    return outcome


run
