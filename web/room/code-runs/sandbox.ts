import { codeSandboxPath } from "@greenroom/contract/kernel/trusted-types.ts";

/** The contents of a sandbox: a program, and the files that it needs. */
export interface SandboxSource {
  program: string;
  files: ArrayBuffer[];
}

/** Where these contents are loaded from; `bytes` is a file's exact size. */
export interface SandboxAddresses {
  loadProgram: () => Promise<{ default: string }>;
  files: { url: string; bytes: number }[];
}

/** How long the frame and its language may take to start, in milliseconds. Slow phones need this long. */
const startTimeoutMilliseconds = 90_000;
/**
 * How long after loading the frame may take to send its first message. Without it, the frame contains the browser's
 * own error page.
 */
const greetingTimeoutMilliseconds = 10_000;

/** The messages of every program, besides its own. */
export type StartMessage =
  /** The program has started and takes requests. */
  | { type: "ready" }
  /** The program could not be started. */
  | { type: "broken" };

/**
 * An iframe with an opaque origin and no network, with a program in a worker. Closing it ends everything that runs
 * there.
 */
export class Sandbox<Request, Message extends { type: string }> {
  /** Resolves when the program takes requests; rejects when it could not start, or was closed before. */
  readonly ready: Promise<void>;
  readonly #frame = document.createElement("iframe");
  readonly #channel = new MessageChannel();
  readonly #closeController = new AbortController();
  #listener: (message: Message | StartMessage) => void = () => undefined;

  /** `parse` returns the message in what the program sent, or null if it is invalid. */
  constructor(source: SandboxSource, parse: (data: unknown) => Message | StartMessage | null) {
    this.ready = new Promise((resolve, reject) => this.#start(source, resolve, reject));
    // A spare sandbox has no caller yet; its failure is handled when it is used.
    this.ready.catch(() => undefined);
    this.#channel.port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = parse(data);
      if (message) this.#listener(message);
    };
    this.#frame.hidden = true;
    this.#frame.title = "Where code runs";
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.src = codeSandboxPath;
    document.body.append(this.#frame);
  }

  #start({ program, files }: SandboxSource, resolve: () => void, reject: (reason: unknown) => void): void {
    const { signal } = this.#closeController;
    let hasGreeted = false;
    const rejectStart = () => reject(new Error("the sandbox did not start"));
    this.#listener = ({ type }) => {
      if (type === "ready") resolve();
      if (type === "broken") rejectStart();
    };
    const handleMessage = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== this.#frame.contentWindow) return;
      if (data === "broken") this.#listener({ type: "broken" });
      if (data !== "here" || hasGreeted) return;
      hasGreeted = true;
      // "*", because a frame without an origin cannot be addressed. The message contains no secret.
      this.#frame.contentWindow?.postMessage({ program, files }, "*", [this.#channel.port2]);
    };
    const timers = [setTimeout(rejectStart, startTimeoutMilliseconds)];
    const handleLoad = () =>
      timers.push(setTimeout(() => hasGreeted || rejectStart(), greetingTimeoutMilliseconds));
    addEventListener("message", handleMessage, { signal });
    this.#frame.addEventListener("load", handleLoad, { signal });
    signal.addEventListener("abort", () => {
      timers.forEach(clearTimeout);
      reject(signal.reason);
    });
  }

  /** Sends a request, after the previous one was answered. */
  send(
    request: Request,
    listener: (message: Message | StartMessage) => void,
    files: ArrayBuffer[] = [],
  ): void {
    this.#listener = listener;
    this.#channel.port1.postMessage(request, files);
  }

  close(): void {
    this.#closeController.abort();
    this.#channel.port1.close();
    this.#frame.remove();
  }
}

/** Loads a program and its files. `onProgress` gets 0 to 1, by bytes. @throws what `fetchFile` throws. */
export async function loadSource(
  { loadProgram, files }: SandboxAddresses,
  signal: AbortSignal,
  onProgress?: (progress: number) => void,
): Promise<SandboxSource> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let loadedBytes = 0;
  const onBytes = (bytes: number) => {
    loadedBytes += bytes;
    onProgress?.(Math.min(1, loadedBytes / total));
  };
  const [program, ...contents] = await Promise.all([
    loadProgram(),
    ...files.map(({ url, bytes }) => fetchFile(url, { bytes, onBytes, signal })),
  ]);
  return { program: program.default, files: contents };
}

/** Loading fails after this long without a byte, in milliseconds. */
const idleTimeoutMilliseconds = 20_000;

interface FetchFileOptions {
  /** The exact size of a file of ours. */
  bytes?: number;
  /** The largest size that is accepted. */
  maxBytes?: number;
  /** The checksum of a file from another server, in hexadecimal. */
  sha256?: string;
  onBytes?: (bytes: number) => void;
  signal: AbortSignal;
}

/** Loads a file. @throws the errors of `fetch`, and an error for a response that is not the file. */
export async function fetchFile(url: string, options: FetchFileOptions): Promise<ArrayBuffer> {
  const { bytes, sha256, onBytes, signal } = options;
  const maxBytes = bytes ?? options.maxBytes ?? 0;
  const idleAbort = new AbortController();
  const startIdleTimer = () =>
    setTimeout(() => idleAbort.abort(new Error(`${url} stopped loading`)), idleTimeoutMilliseconds);
  let timer = startIdleTimer();
  try {
    const response = await fetch(url, {
      signal: AbortSignal.any([signal, idleAbort.signal]),
      ...(sha256 === undefined ? {} : { integrity: integrityOf(sha256) }),
      ...(URL.canParse(url) ? { credentials: "omit", referrerPolicy: "no-referrer" } : {}),
    });
    if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    const reader = response.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer);
      timer = startIdleTimer();
      parts.push(part.value);
      length += part.value.length;
      if (length > maxBytes) {
        void reader.cancel();
        throw new Error(`${url} is longer than ${maxBytes} bytes`);
      }
      onBytes?.(part.value.length);
    }
    if (bytes !== undefined && length !== bytes)
      throw new Error(`${url} ended after ${length} of ${bytes} bytes`);
    return join(parts, length);
  } finally {
    clearTimeout(timer);
  }
}

function join(parts: Uint8Array[], length: number): ArrayBuffer {
  const content = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    content.set(part, offset);
    offset += part.length;
  }
  return content.buffer;
}

function integrityOf(sha256: string): string {
  const bytes = sha256.match(/../g) ?? [];
  return `sha256-${btoa(String.fromCharCode(...bytes.map((byte) => Number.parseInt(byte, 16))))}`;
}
