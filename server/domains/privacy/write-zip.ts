import { crc32 } from "node:zlib";

export interface ZipEntry {
  name: string;
  content: Buffer;
}

/** Bit 11: names are UTF-8. */
const flags = 0x0800;
const version = 20;

/**
 * A zip of files as they are (APPNOTE 6.3.10, method "stored"), written entry by entry: no more than one file is held at
 * once. PDFs and photos are compressed already.
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  let entryCount = 0;
  for await (const { name, content } of entries) {
    const path = Buffer.from(name, "utf8");
    const shared = describe(path, content, now);
    const head = Buffer.concat([integer(0x04034b50, 4), shared, integer(0, 2), path]);
    directory.push(
      integer(0x02014b50, 4),
      integer(version, 2),
      shared,
      // Extra field, comment, disk, attributes: none.
      Buffer.alloc(12),
      integer(offset, 4),
      path,
    );
    yield head;
    yield content;
    entryCount += 1;
    offset += head.length + content.length;
  }
  const central = Buffer.concat(directory);
  const count = integer(entryCount, 2);
  yield Buffer.concat([
    central,
    integer(0x06054b50, 4),
    Buffer.alloc(4),
    count,
    count,
    integer(central.length, 4),
    integer(offset, 4),
    Buffer.alloc(2),
  ]);
}

/** What local header and directory both say of a file, up to the length of its name. */
function describe(path: Buffer, content: Buffer, now: Date): Buffer {
  return Buffer.concat([
    integer(version, 2),
    integer(flags, 2),
    integer(0, 2),
    integer((now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1), 2),
    integer(((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate(), 2),
    integer(crc32(content), 4),
    integer(content.length, 4),
    integer(content.length, 4),
    integer(path.length, 2),
  ]);
}

/** Little-endian. */
function integer(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}
