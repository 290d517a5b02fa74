import { describe, expect, it } from "vitest";
import { cleanPhoto } from "./clean-photo.ts";
import { jpeg, png, webp } from "./photos.testing.ts";

const secret = "GPS 18.52 N 73.85 E";

describe("a photo", () => {
  it.each([
    ["png", png({ secret })],
    ["jpg", jpeg({ secret })],
    ["webp", webp({ secret })],
  ])("%s is recognized by its first bytes and contains only the picture afterwards", (kind, sent) => {
    expect(sent.includes(secret)).toBe(true);
    const cleaned = cleanPhoto(Buffer.concat([sent, Buffer.from("<script>alert(1)</script>")]));
    expect(cleaned.kind).toBe(kind);
    expect(cleaned.content.includes(secret)).toBe(false);
    expect(cleaned.content.includes("script")).toBe(false);
    // Cleaning it again changes nothing: the result is a complete picture.
    expect(cleanPhoto(cleaned.content).content.equals(cleaned.content)).toBe(true);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a page", Buffer.from("<html><script>alert(1)</script></html>")],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")],
    ["a PDF", Buffer.from("%PDF-1.4\n%%EOF")],
    ["a page behind a picture's first bytes", Buffer.concat([png({}).subarray(0, 8), Buffer.from("<html>")])],
    ["half a PNG", png({}).subarray(0, 40)],
    ["half a JPEG", jpeg({}).subarray(0, -2)],
    ["half a WebP", webp({}).subarray(0, 22)],
  ])("refuses %s", (_name, sent) => {
    expect(() => cleanPhoto(sent)).toThrow("Only PNG, JPEG and WebP pictures are supported.");
  });

  it("refuses a picture that would unpack to a huge size", () => {
    expect(() => cleanPhoto(png({ width: 30_000 }))).toThrow("The photo is too wide or too high");
  });
});
