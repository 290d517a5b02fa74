/** The built worker that runs Whisper, and its compressed forms. */
const workerFile = /\/assets\/whisper-worker-[^/]+\.js/;

/**
 * The content-security policy of the worker that runs Whisper, which a worker takes from its own file: it may load our
 * own files and those in the operator's folder, and compile WebAssembly. So no page needs to allow either. Null for
 * other files, and while no folder is set.
 */
export function whisperWorkerPolicy(path: string, whisperUrl: string | null): string | null {
  if (whisperUrl === null || !workerFile.test(path)) return null;
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    // The slash at the end allows everything in the folder.
    `connect-src 'self' ${new URL(`${whisperUrl}/`).href}`,
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}
