import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import { info, packages } from "pyodide/pyodide-lock.json";
import { expect, it } from "vitest";
import { importedModules, packagesOf } from "./python-packages.ts";

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
