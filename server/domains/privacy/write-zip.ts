import { crc32 } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: Buffer;
}

/** Bit 11: names are UTF-8. */
const flags = 0x0800;
const version = 20;

/**
 * Writes a zip of uncompressed files (APPNOTE 6.3.10, method "stored") entry by entry, so that only one file
 * is in memory. PDFs and photos are compressed already.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  let entryCount = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name, "utf8");
    const shared = fileHeader(path, content, now);
    const head = Buffer.concat([littleEndian(0x04034b50, 4), shared, littleEndian(0, 2), path]);
    directory.push(
      littleEndian(0x02014b50, 4),
      littleEndian(version, 2),
      shared,
      // Extra field, comment, disk, attributes: none.
      Buffer.alloc(12),
      littleEndian(offset, 4),
      path,
    );
    yield head;
    yield content;
    entryCount += 1;
    offset += head.length + content.length;
  }
  const central = Buffer.concat(directory);
  const count = littleEndian(entryCount, 2);
  yield Buffer.concat([
    central,
    littleEndian(0x06054b50, 4),
    Buffer.alloc(4),
    count,
    count,
    littleEndian(central.length, 4),
    littleEndian(offset, 4),
    Buffer.alloc(2),
  ]);
}

/** The fields of a file that its local header and the directory share, up to the length of its name. */
function fileHeader(path: Buffer, content: Buffer, now: Date): Buffer {
  return Buffer.concat([
    littleEndian(version, 2),
    littleEndian(flags, 2),
    littleEndian(0, 2),
    littleEndian((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1), 2),
    littleEndian(((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(), 2),
    littleEndian(crc32(content), 4),
    littleEndian(content.length, 4),
    littleEndian(content.length, 4),
    littleEndian(path.length, 2),
  ]);
}

/** Little-endian. */
function littleEndian(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
