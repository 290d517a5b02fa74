import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { writePdf } from "../demo/write-pdf.ts";
import { createTestApp, type SignedUp, type TestApp } from "../testing/app.ts";

let app: TestApp;
let meera: SignedUp;
beforeAll(async () => {
  app = await createTestApp();
  meera = await app.signUp();
});
afterAll(() => app.close());

const path = "/api/user/resume-upload";

const temporaryFiles = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith("greenroom-upload-"));

/** The head of a multipart request that announces `announced` bytes of file; the file itself is for the test to send. */
function openUpload(announced: number, type = "application/pdf") {
  const open = `--x\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: ${type}\r\n\r\n`;
  const close = "\r\n--x--\r\n";
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let heard = "";
  socket.on("data", (data) => {
    heard += data.toString();
  });
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${meera.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${open.length + announced + close.length}\r\n\r\n${open}`,
  );
  return {
    send: (part: Uint8Array | string) => socket.write(part),
    finish: () => socket.write(close),
    /** The status line and body, once they are there. */
    answer: () => expect.poll(() => heard, { timeout: 20_000 }),
    isOver: () => heard !== "",
    end: () => socket.destroy(),
  };
}

describe("a file on its way", () => {
  it("is refused by its first bytes, while the rest is still to come", async () => {
    const upload = openUpload(9_000_000);
    upload.send("<html>is no resume");
    await upload.answer().toMatch(/^HTTP\/1\.1 415 [\s\S]*Only PDF files are supported\./);
  });

  it("is refused by its type before a byte of it is kept", async () => {
    const upload = openUpload(9_000_000, "text/html");
    upload.send("%PDF-1.7 says one thing");
    await upload.answer().toMatch(/^HTTP\/1\.1 415 /);
  });

  it("is refused at the limit, while the rest is still to come", async () => {
    const upload = openUpload(50_000_000);
    upload.send("%PDF-1.7\n");
    upload.send(Buffer.alloc(10 * 1024 * 1024));
    await upload.answer().toMatch(/^HTTP\/1\.1 413 [\s\S]*The file is too large: at most 10 MB\./);
  });

  it("is taken when it comes in crumbs", async () => {
    const pdf = writePdf("Meera Iyer", ["Python"]);
    const upload = openUpload(pdf.length);
    for (const at of [0, 3, 7, 400]) {
      upload.send(pdf.subarray(at, { 0: 3, 3: 7, 7: 400, 400: pdf.length }[at]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(upload.isOver()).toBe(false);
    upload.finish();
    await upload.answer().toMatch(/^HTTP\/1\.1 200 /);
  });

  it("that never ends leaves nothing behind, and the next one is served", async () => {
    const upload = openUpload(1_000_000);
    upload.send("%PDF-1.7\n");
    upload.end();
    const form = new FormData();
    form.append(
      "resume",
      new Blob([writePdf("Meera", ["SQL"]) as Uint8Array<ArrayBuffer>], { type: "application/pdf" }),
      "cv.pdf",
    );
    expect((await app.call("POST", path, { token: meera.token, body: form })).status).toBe(200);
    await expect.poll(temporaryFiles, { timeout: 15_000 }).toEqual([]);
  });
});
