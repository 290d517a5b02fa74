import initdbBytes from "@electric-sql/pglite/initdb.wasm?bytes";
import initdbUrl from "@electric-sql/pglite/initdb.wasm?url";
import postgresDataBytes from "@electric-sql/pglite/pglite.data?bytes";
import postgresDataUrl from "@electric-sql/pglite/pglite.data?url";
import postgresBytes from "@electric-sql/pglite/pglite.wasm?bytes";
import postgresUrl from "@electric-sql/pglite/pglite.wasm?url";
import type { RunnableLanguage } from "@greenroom/contract/rooms/pad-runs.ts";
import quickjsBytes from "@jitl/quickjs-wasmfile-release-sync/wasm?bytes";
import quickjsUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import pythonBytes from "pyodide/pyodide.asm.wasm?bytes";
import pythonUrl from "pyodide/pyodide.asm.wasm?url";
import libraryBytes from "pyodide/python_stdlib.zip?bytes";
import libraryUrl from "pyodide/python_stdlib.zip?url";

/** The program of a language, and the files with which the program starts. */
export interface Runtime {
  program: string;
  files: ArrayBuffer[];
}

interface RuntimeSource {
  loadProgram: () => Promise<{ default: string }>;
  files: { url: string; bytes: number }[];
}

const sources: Record<RunnableLanguage, RuntimeSource> = {
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

/** Loading fails after this long without a byte, in milliseconds. */
const idleTimeoutMilliseconds = 20_000;
const loadedRuntimes = new Map<RunnableLanguage, Runtime>();

/**
 * Loads a language once per page; later calls use the cache. `onProgress` gets 0 to 1, by bytes. @throws the errors
 * of `fetch`, and an error for a response that is not the file. An abort throws `signal.reason`.
 */
export async function loadRuntime(
  language: RunnableLanguage,
  onProgress: (progress: number) => void,
  signal: AbortSignal,
): Promise<Runtime> {
  const known = loadedRuntimes.get(language);
  if (known) return known;
  const { loadProgram, files } = sources[language];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let loadedBytes = 0;
  const addBytes = (bytes: number) => {
    loadedBytes += bytes;
    onProgress(Math.min(1, loadedBytes / total));
  };
  const [program, ...contents] = await Promise.all([
    loadProgram(),
    ...files.map(({ url, bytes }) => fetchFile(url, bytes, addBytes, signal)),
  ]);
  signal.throwIfAborted();
  const runtime = { program: program.default, files: contents };
  loadedRuntimes.set(language, runtime);
  return runtime;
}

async function fetchFile(
  url: string,
  bytes: number,
  addBytes: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const idleAbort = new AbortController();
  const startIdleTimer = () =>
    setTimeout(() => idleAbort.abort(new Error(`${url} stopped loading`)), idleTimeoutMilliseconds);
  let timer = startIdleTimer();
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, idleAbort.signal]) });
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
    const content = new Uint8Array(bytes);
    let offset = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = startIdleTimer();
      content.set(part.value, offset);
      offset += part.value.length;
      addBytes(part.value.length);
    }
    if (offset !== bytes) throw new Error(`${url} ended after ${offset} of ${bytes} bytes`);
    return content.buffer;
  } finally {
    clearTimeout(timer);
  }
}
