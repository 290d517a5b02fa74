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
