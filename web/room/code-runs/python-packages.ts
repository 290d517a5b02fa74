import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import { call } from "../../api/client.ts";
import { fetchFile } from "./sandbox.ts";

/** A package in the index of a Pyodide distribution, `pyodide-lock.json`. */
interface LockedPackage {
  file_name: string;
  sha256: string;
  depends: string[];
  /** The names of its modules. */
  imports: string[];
}

/** The packages of the distribution that the operator has set. */
export interface PackageIndex {
  /** The address of its folder, with a slash at the end. */
  url: string;
  /** The index itself, for the interpreter. */
  lock: ArrayBuffer;
  packages: ReadonlyMap<string, LockedPackage>;
}

/** The packages that some code imports, with the files of those that are not installed yet. */
export interface PackageFiles {
  names: string[];
  files: { name: string; content: ArrayBuffer }[];
}

/** The most packages that one run can load. Numpy, pandas, matplotlib and scikit-learn need about twenty. */
const maxPackages = 48;
/** The most bytes of a file; the largest, scipy, has about 20 MB. */
const maxFileBytes = 60_000_000;
const maxLockBytes = 2_000_000;

/**
 * The packages of this site's distribution; null if the operator has set none. @throws the errors of `fetch`, and
 * an error for a distribution that does not fit our interpreter.
 */
export async function loadPackageIndex(signal: AbortSignal): Promise<PackageIndex | null> {
  const { pyodideUrl: url } = await call("GET /api/site", { signal });
  if (url === null) return null;
  const lock = await fetchFile(`${url}pyodide-lock.json`, { maxBytes: maxLockBytes, signal });
  const { info, packages } = JSON.parse(new TextDecoder().decode(lock)) as {
    info: { abi_version: string };
    packages: Record<string, LockedPackage>;
  };
  if (info.abi_version !== pythonAbiVersion) {
    throw new Error(
      `the packages at ${url} are for ABI ${info.abi_version}, and Python here has ${pythonAbiVersion}`,
    );
  }
  return { url, lock, packages: new Map(Object.entries(packages)) };
}

/** The top-level modules that Python code imports. A false match, as in a docstring, only costs a download. */
export function importedModules(code: string): Set<string> {
  const names = new Set<string>();
  for (const [, , one, list] of code.matchAll(
    /(^|[;:])[^\S\n]*(?:from[^\S\n]+([\w.]+)[^\S\n]+import\b|import[^\S\n]+([^\n;#]+))/gm,
  )) {
    for (const part of one === undefined ? (list ?? "").split(",") : [one]) {
      const [name] = /^\w+/.exec(part.trim()) ?? [];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

/** The names of the packages that the code imports, each after those it depends on. */
export function packagesOf(code: string, packages: PackageIndex["packages"]): string[] {
  const modules = importedModules(code);
  const ordered = new Set<string>();
  const visited = new Set<string>();
  const add = (name: string) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const needed of packages.get(name)?.depends ?? []) add(needed);
    if (packages.has(name)) ordered.add(name);
  };
  for (const [name, { imports }] of packages) {
    if (imports.some((module) => modules.has(module.split(".")[0] ?? ""))) add(name);
  }
  return [...ordered].slice(0, maxPackages);
}

/** Downloads packages and compares each file with the checksum in the index. `onProgress` gets 0 to 1. */
export async function fetchPackages(
  index: PackageIndex,
  names: string[],
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<PackageFiles> {
  let loaded = 0;
  const files = await Promise.all(
    names.map(async (name) => {
      const { file_name: fileName, sha256 } = index.packages.get(name) as LockedPackage;
      const content = await fetchFile(new URL(fileName, index.url).href, {
        maxBytes: maxFileBytes,
        sha256,
        signal,
      });
      loaded += 1;
      onProgress(loaded / names.length);
      return { name: fileName, content };
    }),
  );
  return { names, files };
}
