"""Runs a candidate's code against tests and prints one line of JSON for each test.

The runner calls this program main.py, so the candidate's code has another name.
"""


def run_tests(code, tests, marker):
    import ast
    import contextlib
    import io
    import json
    import traceback

    def short(text, length=300):
        return text if len(text) <= length else text[: length - 1] + "…"

    def last_line(error):
        return short("".join(traceback.format_exception_only(type(error), error)).strip().split("\n")[-1])

    def place(error):
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "candidate.py"]
        if isinstance(error, SyntaxError) and error.filename == "candidate.py":
            lines.append(error.lineno)
        return lines[-1] if lines else None

    def failed_assertion(source, error):
        """The assertion that failed, and for `a == b` both values."""
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "test.py"]
        for node in ast.walk(ast.parse(source)):
            if lines and isinstance(node, ast.Assert) and node.lineno <= lines[-1] <= node.end_lineno:
                return node
        return None

    def values(node, names):
        test = node.test
        if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)):
            return {"call": short(ast.unparse(test))}
        told = {"call": short(ast.unparse(test.left))}
        for key, part in (("got", test.left), ("wanted", test.comparators[0])):
            try:
                told[key] = short(repr(eval(compile(ast.Expression(part), "test.py", "eval"), names)))
            except BaseException as error:
                told[key] = last_line(error)
        return told

    printed = ""
    for index, test in enumerate(tests):
        names = {"__name__": "candidate"}
        output = io.StringIO()
        report = {"index": index, "passed": True}
        try:
            with contextlib.redirect_stdout(output):
                exec(compile(code, "candidate.py", "exec"), names)
                exec(compile(test, "test.py", "exec"), names)
        except BaseException as error:
            report = {"index": index, "passed": False, "error": last_line(error), "line": place(error)}
            if isinstance(error, AssertionError) and place(error) is None:
                node = failed_assertion(test, error)
                if node is not None:
                    with contextlib.redirect_stdout(io.StringIO()):
                        report.update(values(node, names))
        if index == 0:
            printed = output.getvalue()[:2000]
            report["printed"] = printed
        print(marker + json.dumps(report), flush=True)
