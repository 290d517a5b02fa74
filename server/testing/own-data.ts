import { crc32, inflateRawSync } from "node:zlib";
import { expect } from "vitest";
import type { TestApp } from "./app.ts";

/** The files of a zip by name, from its directory at the end, as programs for zips read it. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const head = zip.readUInt32LE(at + 42);
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const content = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    expect([crc32(content), content.length]).toEqual([zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]);
    files.set(zip.subarray(at + 46, nameEnd).toString(), content);
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  expect(at).toBe(end);
  return files;
}

/** A user's download of their own data: the files of the zip by name. */
export async function downloadOwnData(
  app: TestApp,
  { token }: { token: string },
): Promise<Map<string, Buffer>> {
  const response = await fetch(`${app.url}/api/user/my-data`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get("content-type")).toBe("application/zip");
  return unzip(Buffer.from(await response.arrayBuffer()));
}

/** The rows of a user's download, as the text of its file. */
export async function downloadOwnRows(app: TestApp, user: { token: string }): Promise<string> {
  const rows = (await downloadOwnData(app, user)).get("data.json");
  if (rows === undefined) throw new Error("the download has no data.json");
  return rows.toString();
}
