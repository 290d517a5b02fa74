import type { RunnableLanguage } from "@greenroom/contract/code-runs.ts";
import quickjsBytes from "@jitl/quickjs-wasmfile-release-sync/wasm?bytes";
import quickjsUrl from "@jitl/quickjs-wasmfile-release-sync/wasm?url";
import pythonBytes from "pyodide/pyodide.asm.wasm?bytes";
import pythonUrl from "pyodide/pyodide.asm.wasm?url";
import libraryBytes from "pyodide/python_stdlib.zip?bytes";
import libraryUrl from "pyodide/python_stdlib.zip?url";

/** What a language needs to run: its program, and the files that the program starts with. */
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
};

/** Without a byte for so long, loading has failed, in milliseconds. */
const patience = 20_000;
const loaded = new Map<RunnableLanguage, Runtime>();

/**
 * Loads a language once a page; later calls have it at once. `onProgress` gets 0…1, by bytes.
 * @throws whatever `fetch` throws, and for an answer that is not the file. An abort throws `signal.reason`.
 */
export async function loadRuntime(
  language: RunnableLanguage,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Runtime> {
  const known = loaded.get(language);
  if (known) return known;
  const { loadProgram, files } = sources[language];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let got = 0;
  const count = (bytes: number) => {
    got += bytes;
    onProgress(Math.min(1, got / total));
  };
  const [program, ...contents] = await Promise.all([
    loadProgram(),
    ...files.map(({ url, bytes }) => fetchFile(url, bytes, count, signal)),
  ]);
  signal.throwIfAborted();
  const runtime = { program: program.default, files: contents };
  loaded.set(language, runtime);
  return runtime;
}

async function fetchFile(
  url: string,
  bytes: number,
  count: (bytes: number) => void,
  signal: AbortSignal,
): Promise<ArrayBuffer> {
  const silence = new AbortController();
  const restart = () => setTimeout(() => silence.abort(new Error(`${url} came to a halt`)), patience);
  let timer = restart();
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, silence.signal]) });
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
    const content = new Uint8Array(bytes);
    let at = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = restart();
      content.set(part.value, at);
      at += part.value.length;
      count(part.value.length);
    }
    if (at !== bytes) throw new Error(`${url} ended after ${at} of ${bytes} bytes`);
    return content.buffer;
  } finally {
    clearTimeout(timer);
  }
}
