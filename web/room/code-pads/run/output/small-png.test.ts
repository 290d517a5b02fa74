import { Buffer } from "node:buffer";
import { isSmallPng } from "@greenroom/contract/room/small-png.ts";
import { expect, it } from "vitest";

function header(width: number, height: number): string {
  const bytes = Buffer.alloc(33);
  bytes.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
}

it.each([
  ["a small picture", header(640, 480), true],
  ["a picture that takes gigabytes to show", header(100_000, 100_000), false],
  ["a picture without a size", header(0, 480), false],
  [
    "another kind of file",
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64"),
    false,
  ],
  ["no file", "", false],
  ["no base64", "%%%%", false],
])("%s", (_, base64, isSmall) => expect(isSmallPng(base64)).toBe(isSmall));
