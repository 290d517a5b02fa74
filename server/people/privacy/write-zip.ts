import { addAbortSignal, Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";

export interface ZipEntry {
  name: string;
  content: Buffer | Readable;
}

/**
 * Writes a zip while it is read, one entry after the other, so that no file is in memory as a whole. An error of an
 * entry ends the zip with that error.
 */
export function writeZip(entries: AsyncIterable<ZipEntry>, now: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const closed = new AbortController();
  // A download that is canceled must not keep its current file open.
  output.once("close", () => closed.abort());
  zip.on("error", (cause) => output.destroy(cause));
  addEntries(zip, entries, { mtime: now, signal: closed.signal }).catch((cause) => output.destroy(cause));
  return output;
}

async function addEntries(
  zip: ZipFile,
  entries: AsyncIterable<ZipEntry>,
  { mtime, signal }: { mtime: Date; signal: AbortSignal },
): Promise<void> {
  for await (const { name, content } of entries) {
    const source = addAbortSignal(signal, content instanceof Readable ? content : Readable.from([content]));
    zip.addReadStream(source, name, { mtime });
    // The next file is opened when this one has been read.
    await finished(source);
  }
  zip.end();
}
