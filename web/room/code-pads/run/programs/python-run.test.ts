import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import { beforeAll, expect, test } from "vitest";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const note = "Only Python's standard library is available here.";
let run: (code: string) => { outcome: string; printed: string };

beforeAll(async () => {
  const python = await loadPyodide();
  const decoder = new TextDecoder();
  let printed = "";
  const write = (bytes: Uint8Array) => {
    printed += decoder.decode(bytes);
    return bytes.length;
  };
  python.setStdout({ write });
  python.setStderr({ write });
  const start = python.runPython(read("./python-run.py"), { filename: "run.py" });
  const runCode = start(read("./python-figures.py"));
  run = (code) => {
    printed = "";
    const outcome = runCode(code, "", note) as string;
    return { outcome, printed };
  };
}, 60_000);

test.each(["import numpy", "from sklearn.tree import DecisionTreeClassifier", "import matplotlib.pyplot"])(
  "a package that is missing is explained: %s",
  (code) => {
    const { outcome, printed } = run(code);
    expect(outcome).toBe("failed");
    expect(printed).toContain("ModuleNotFoundError: No module named ");
    expect(printed).toContain(note);
  },
);

test("other errors are not explained as missing packages", () => {
  const { printed } = run("import math\nmath.nothing");
  expect(printed).toContain("AttributeError");
  expect(printed).not.toContain(note);
});
