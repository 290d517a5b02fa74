import initdbBytes from "@electric-sql/pglite/initdb.wasm?bytes";
import initdbUrl from "@electric-sql/pglite/initdb.wasm?url";
import postgresDataBytes from "@electric-sql/pglite/pglite.data?bytes";
import postgresDataUrl from "@electric-sql/pglite/pglite.data?url";
import postgresBytes from "@electric-sql/pglite/pglite.wasm?bytes";
import postgresUrl from "@electric-sql/pglite/pglite.wasm?url";
import type { RunnableLanguage } from "@greenroom/contract/room/code-pad.ts";
import quickjsBytes from "@jitl/quickjs-wasmfile-release-sync/wasm?bytes";
import quickjsUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import pythonBytes from "pyodide/pyodide.asm.wasm?bytes";
import pythonUrl from "pyodide/pyodide.asm.wasm?url";
import libraryBytes from "pyodide/python_stdlib.zip?bytes";
import libraryUrl from "pyodide/python_stdlib.zip?url";
import { loadPackageIndex, type PackageIndex } from "./python-packages.ts";
import { loadSource, type SandboxAddresses, type SandboxSource } from "./sandbox.ts";

/** The program of a language, and the files with which the program starts. */
export interface Runtime extends SandboxSource {
  /** Packages for Python; null without a distribution, and when it could not be reached. */
  packages: PackageIndex | null;
  /** Shown with the error when code imports a module that is missing. */
  packageNote: string;
}

const sources: Record<RunnableLanguage, SandboxAddresses> = {
  python: {
    loadProgram: () => import("./programs/python.ts?program"),
    files: [
      { url: pythonUrl, bytes: pythonBytes },
      { url: libraryUrl, bytes: libraryBytes },
    ],
  },
  javascript: {
    loadProgram: () => import("./programs/javascript.ts?program"),
    files: [{ url: quickjsUrl, bytes: quickjsBytes }],
  },
  sql: {
    loadProgram: () => import("./programs/sql.ts?program"),
    files: [
      { url: postgresUrl, bytes: postgresBytes },
      { url: initdbUrl, bytes: initdbBytes },
      { url: postgresDataUrl, bytes: postgresDataBytes },
    ],
  },
};

/** The index of packages may take this long, in milliseconds: Python also runs without it. */
const indexTimeoutMilliseconds = 5_000;

const loadedFiles = new Map<RunnableLanguage, SandboxSource>();
let pythonRuntime: Runtime | null = null;

/**
 * Loads a language once per page; later calls use the cache. `onProgress` gets 0 to 1, by bytes. @throws the errors
 * of `fetch`, and an error for a response that is not the file. An abort throws `signal.reason`.
 */
export async function loadRuntime(
  language: RunnableLanguage,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Runtime> {
  if (language !== "python")
    return { ...(await loadFiles(language, onProgress, signal)), packages: null, packageNote: "" };
  if (pythonRuntime !== null) return pythonRuntime;
  const [{ program, files }, found] = await Promise.all([
    loadFiles(language, onProgress, signal),
    findPackages(signal),
  ]);
  signal.throwIfAborted();
  const { packages } = found;
  const runtime = { program, files: packages === null ? files : [...files, packages.lock], ...found };
  // A later run tries again to reach the packages.
  if (found.packageNote !== unreachableNote) pythonRuntime = runtime;
  return runtime;
}

export const unreachableNote =
  "The packages could not be loaded. Check your connection, then run the code again.";

async function findPackages(signal: AbortSignal): Promise<Pick<Runtime, "packages" | "packageNote">> {
  try {
    const timeout = AbortSignal.timeout(indexTimeoutMilliseconds);
    const packages = await loadPackageIndex(AbortSignal.any([signal, timeout]));
    if (packages === null)
      return { packages, packageNote: "Only Python's standard library is available here." };
    return { packages, packageNote: "This package is not available here." };
  } catch (error) {
    signal.throwIfAborted();
    console.warn("The index of Python packages could not be loaded", error);
    return { packages: null, packageNote: unreachableNote };
  }
}

async function loadFiles(
  language: RunnableLanguage,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<SandboxSource> {
  const known = loadedFiles.get(language);
  if (known) return known;
  const loaded = await loadSource(sources[language], signal, onProgress);
  signal.throwIfAborted();
  loadedFiles.set(language, loaded);
  return loaded;
}
