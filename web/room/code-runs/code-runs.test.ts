import type { PadRunResult } from "@greenroom/contract/room/code-pad.ts";
import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import { info, packages } from "pyodide/pyodide-lock.json";
import { describe, expect, it } from "vitest";
import { importedModules, packagesOf } from "./python-packages.ts";
import { idleText, runResultText, unavailableText } from "./run-text.tsx";

describe("run text", () => {
  const run: PadRunResult = { language: "python", outcome: "finished", output: "", durationMs: 1234 };

  it.each<[Partial<PadRunResult>, string | null, string]>([
    [{}, null, "Ran in this page · 1.2 s"],
    [{ durationMs: 38 }, "Asha", "Run by Asha · 38 ms"],
    [{ durationMs: 38 }, "you", "Run by you · 38 ms"],
    [{ durationMs: 38 }, "You", "Run by You · 38 ms"],
    [{ outcome: "failed" }, null, "Ended with an error after 1.2 s."],
    [{ outcome: "stopped" }, "Asha", "Run by Asha. Stopped by hand after 1.2 s."],
    [{ outcome: "timed_out" }, null, "Stopped: code may run for 10 seconds."],
    [{ outcome: "out_of_memory" }, null, "Stopped: it needed more than 512 MB of memory."],
    [
      { outcome: "out_of_memory", language: "javascript" },
      null,
      "Stopped: it needed more than 64 MB of memory.",
    ],
  ])("%j of %s: %s", (given, by, words) => expect(runResultText({ ...run, ...given }, by).text).toBe(words));

  it.each([
    ["python", "Output is shown to both of you."],
    ["sql", "Runs on PostgreSQL in this page. Results are shown to both of you."],
    ["text", "Python, JavaScript and SQL run here."],
  ])("before a run of %s it says: %s", (language, words) => expect(idleText(language)).toBe(words));

  it("names the connection as the cause of a failed download only", () => {
    expect(unavailableText("python", "download")).toContain("Check your connection");
    expect(unavailableText("python", "start")).toContain("This device may be slow");
    expect(unavailableText("python", "start")).not.toContain("connection");
  });
});

describe("python packages", () => {
  /** The index of the distribution that belongs to our interpreter. */
  const index = new Map(Object.entries(packages));

  it.each([
    ["import numpy as np", ["numpy"]],
    ["import os, pandas as pd , numpy", ["os", "pandas", "numpy"]],
    ["from sklearn.linear_model import Ridge", ["sklearn"]],
    ["    import matplotlib.pyplot as plt  # plots", ["matplotlib"]],
    ["x = 1; import numpy", ["numpy"]],
    ["try: import scipy\nexcept ImportError: pass", ["scipy"]],
    ["important = 1\nfromage = 2\n# import numpy", []],
  ])("finds the modules that code imports: %j", (code, modules) => {
    expect([...importedModules(code)]).toEqual(modules);
  });

  it("adds the packages that a package depends on, before it", () => {
    const names = packagesOf("import pandas\nimport sklearn\nimport matplotlib.pyplot", index);
    expect(names).toEqual(expect.arrayContaining(["numpy", "scipy", "scikit-learn", "pandas", "matplotlib"]));
    expect(names.indexOf("numpy")).toBeLessThan(names.indexOf("pandas"));
    expect(names.indexOf("scipy")).toBeLessThan(names.indexOf("scikit-learn"));
  });

  it("needs no package for the standard library", () => {
    expect(packagesOf("import math\nfrom collections import Counter", index)).toEqual([]);
  });

  it("accepts the packages that were built for our interpreter", () => {
    expect(info.abi_version).toBe(pythonAbiVersion);
  });
});
