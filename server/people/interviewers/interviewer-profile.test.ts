import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestWorkerPool, useBeforeAll, useTestApp } from "../../testing/app.ts";
import { fileForm } from "../../testing/files.ts";
import type { PhotoKind } from "./encode-photo.ts";
import { cleanPhoto as clean } from "./interviewer-profile.ts";
import { animatedWebp, cameraPhoto, png } from "./photos.testing.ts";

describe("interviewers", () => {
  const app = useTestApp();
  const interviewer = useBeforeAll(() => app.signUpInterviewer({ firstName: "Kavya" }));
  const interviewee = useBeforeAll(() => app.signUp());

  const seen = async () =>
    (await app.read(interviewee, "/api/user/interviewers")).find(
      ({ _id }: { _id: string }) => _id === interviewer.user._id,
    );
  function send(content: Buffer, field = "photo") {
    const body = fileForm(field, content, "me.png", "image/png");
    return app.post(interviewer, "/api/interviewer/profile-photo", body);
  }

  describe("a photo", () => {
    it.each([
      ["in the picture", png({}).subarray(0, 40)],
      ["before it", Buffer.alloc(0)],
    ])("is refused as incomplete when the form ends %s", async (_where, sent) => {
      const head = `--x\r\nContent-Disposition: form-data; name="photo"; filename="me.png"\r\nContent-Type: image/png\r\n\r\n`;
      const answer = await app.call("POST", "/api/interviewer/profile-photo", {
        token: interviewer.token,
        body: Buffer.concat([Buffer.from(head), sent]),
        headers: { "content-type": "multipart/form-data; boundary=x" },
      });
      expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
    });

    it("is served with its own type, in a sandbox, until it is replaced", async () => {
      const first = await send(png({ secret: "where I live" }));
      expect(first.status).toBe(200);
      const { photoUrl } = await seen();
      expect(photoUrl).toBe(first.body.photoUrl);
      const shown = await app.call("GET", photoUrl);
      expect(shown.status).toBe(200);
      expect(shown.headers.get("content-type")).toBe("image/png");
      expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
      expect(shown.headers.get("content-security-policy")).toContain("sandbox");
      expect(shown.body).not.toContain("where I live");
      const second = await send(await cameraPhoto("jpg"));
      expect((await app.call("GET", photoUrl)).status).toBe(404);
      expect((await app.call("GET", second.body.photoUrl)).headers.get("content-type")).toBe("image/jpeg");
      await app.delete(interviewer, "/api/interviewer/profile-photo");
      expect((await app.call("GET", second.body.photoUrl)).status).toBe(404);
      expect((await seen()).photoUrl).toBeNull();
    });

    it.each([
      ["a page that says it is a picture", Buffer.from("<html>"), 415],
      ["too much", Buffer.concat([png({}), Buffer.alloc(512 * 1024)]), 413],
    ])("refuses %s", async (_name, content, status) => {
      expect((await send(content)).status).toBe(status);
      expect((await seen()).photoUrl).toBeNull();
    });

    it.each(["..%2f..%2fetc%2fpasswd", "x.png", "0190a5b8-7c00-7000-8000-00000000000f.png"])(
      "%s is not found",
      async (file) => {
        expect((await app.call("GET", `/api/interviewer-photos/${file}`)).status).toBe(404);
      },
    );
  });
});

describe("clean photo", () => {
  const workers = openTestWorkerPool();
  // A busy machine takes longer to start a process than a test may take.
  beforeAll(() => workers.warmUp(), 60_000);
  afterAll(() => workers.close());

  const cleanPhoto = (content: Buffer) => clean({ workers }, content);
  const kinds: PhotoKind[] = ["png", "jpg", "webp"];

  /** Whether the pixel is rather green than red, at a place given as parts of the width and height. */
  async function isGreen(content: Buffer, x: number, y: number): Promise<boolean> {
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return (data[at + 1] ?? 0) > (data[at] ?? 0);
  }

  it.each(kinds)(
    "a photo from a camera: %s is upright, scaled down, and without place, device and appended data",
    async (kind) => {
      const sent = await cameraPhoto(kind);
      const before = await sharp(sent).metadata();
      expect([before.orientation, before.exif?.includes("Kavya's phone")]).toEqual([6, true]);
      const cleaned = await cleanPhoto(Buffer.concat([sent, Buffer.from("<script>alert(1)</script>")]));
      expect(cleaned.kind).toBe(kind);
      const { width, height, exif, xmp, orientation } = await sharp(cleaned.content).metadata();
      expect({ width, height, exif, xmp, orientation }).toEqual({ width: 768, height: 1024 });
      for (const text of ["Kavya", "GPS", "Exif", "script"])
        expect(cleaned.content.includes(text)).toBe(false);
      // Turned clockwise, the left side is the upper one.
      expect(await isGreen(cleaned.content, 0.5, 0.25)).toBe(true);
      expect(await isGreen(cleaned.content, 0.5, 0.75)).toBe(false);
    },
  );

  describe("a photo", () => {
    it("is recognized by its first bytes and loses its comments", async () => {
      const cleaned = await cleanPhoto(png({ secret: "GPS 18.52 N 73.85 E" }));
      expect([cleaned.kind, cleaned.content.includes("GPS")]).toEqual(["png", false]);
      expect(await isGreen(cleaned.content, 0, 0)).toBe(true);
    });

    it("that is small keeps its size", async () => {
      const small = await sharp({ create: { width: 40, height: 30, channels: 3, background: "blue" } })
        .jpeg()
        .toBuffer();
      expect(await sharp((await cleanPhoto(small)).content).metadata()).toMatchObject({
        width: 40,
        height: 30,
      });
    });

    it("that is an animation of two gigabytes becomes its first picture", async () => {
      const sent = await animatedWebp({ frames: 300, size: 1400 });
      expect((await sharp(sent).metadata()).pages).toBe(300);
      const { content } = await cleanPhoto(sent);
      const { pages, width } = await sharp(content).metadata();
      expect({ pages, width }).toEqual({ width: 1024 });
    });

    it.each([
      ["nothing", Buffer.alloc(0)],
      ["a page", Buffer.from("<html><script>alert(1)</script></html>")],
      ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1")],
      ["a PDF", Buffer.from("%PDF-1.4\n%%EOF")],
      [
        "a page behind a picture's first bytes",
        Buffer.concat([png({}).subarray(0, 8), Buffer.from("<html>")]),
      ],
    ])("refuses %s", async (_name, sent) => {
      await expect(cleanPhoto(sent)).rejects.toThrow("Only PNG, JPEG and WebP pictures are supported.");
    });

    it.each(kinds)("refuses half of a %s", async (kind) => {
      const sent = await cameraPhoto(kind);
      await expect(cleanPhoto(sent.subarray(0, sent.length / 2))).rejects.toThrow(
        "Only PNG, JPEG and WebP pictures are supported.",
      );
    });

    it("refuses a picture that would unpack to a huge size, also as an animation", async () => {
      await expect(cleanPhoto(png({ width: 30_000 }))).rejects.toThrow("The photo is too wide or too tall");
      await expect(cleanPhoto(await animatedWebp({ frames: 50, size: 4100 }))).rejects.toThrow(
        "The photo is too wide or too tall",
      );
    });
  });
});
