import { expect, it } from "vitest";
import { errorLine } from "./code-pad.ts";

const traceback = "Traceback (most recent call last):";
const place = '  File "main.py", line 1, in <module>\n    total()\n    ^^^^^';

it.each([
  [
    "JavaScript: not its place in the code",
    "javascript",
    "1\nReferenceError: 'total' is not defined\n    at <eval> (main.js:3:13)\n",
    "ReferenceError: 'total' is not defined",
  ],
  [
    "JavaScript: not its cause",
    "javascript",
    "Error: no total\n    at sum (main.js:2)\nCaused by TypeError: not a function\n    at main.js:1:1\n",
    "Error: no total",
  ],
  [
    "JavaScript: the first line of a message of two",
    "javascript",
    "RangeError: out of\nreach\n    at <eval> (main.js:3:13)",
    "RangeError: out of",
  ],
  ["JavaScript: a thrown value", "javascript", "Uncaught 3\n", "Uncaught 3"],
  [
    "Python: the last line of a traceback",
    "python",
    `1\n${traceback}\n${place}\nKeyError: 'user'\n`,
    "KeyError: 'user'",
  ],
  [
    "Python: the first line of a message of two",
    "python",
    `${traceback}\n${place}\nValueError: out of\nreach\n`,
    "ValueError: out of",
  ],
  [
    "Python: not our note about packages",
    "python",
    `${traceback}\n${place}\nModuleNotFoundError: No module named 'torch'\nThese packages are here: numpy\n`,
    "ModuleNotFoundError: No module named 'torch'",
  ],
  [
    "Python: the error that ended the run, not the one before",
    "python",
    `${traceback}\n${place}\nKeyError: 'user'\n\nDuring handling of the above exception, another exception occurred:\n\n${traceback}\n${place}\nTypeError: no\n`,
    "TypeError: no",
  ],
  [
    "Python: a group of errors",
    "python",
    `  + Exception Group ${traceback}\n  |   File "main.py", line 1\n  | ExceptionGroup: two (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | KeyError: 1\n    +------------------------------------\n`,
    "ExceptionGroup: two (2 sub-exceptions)",
  ],
  ["Python: without a traceback", "python", "1\nEnded with exit code 3\n", "Ended with exit code 3"],
  [
    "SQL: not the hint or the place",
    "sql",
    'ERROR: column "totl" does not exist\nHINT: Perhaps you meant "total".\nAt line 1, character 8.\n',
    'ERROR: column "totl" does not exist',
  ],
  ["without output", "python", "", ""],
])("names the error of a failed run, %s", (_name, language, output, expected) => {
  expect(errorLine({ language, outcome: "failed", output })).toBe(expected);
});

it("names the last line of a run that took too long, which has no error of its own", () => {
  expect(errorLine({ language: "python", outcome: "timed_out", output: "1\n2\n" })).toBe("2");
});
