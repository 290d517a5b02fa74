import { readdir } from "node:fs/promises";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { text } from "node:stream/consumers";
import { setImmediate as nextTurn } from "node:timers/promises";
import { fastify } from "fastify";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { spoolCsv } from "../../money/csv.ts";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";
import { writePdf } from "../../testing/files.ts";
import { readerSignal, sendBytes } from "./uploads-and-downloads.ts";

describe("receive upload", () => {
  const app = useTestApp();
  const meera = useBeforeAll(() => app.signUp());

  const path = "/api/user/resume-upload";

  const temporaryFiles = async () =>
    (await readdir(tmpdir())).filter((name) => name.startsWith("greenroom-upload-"));

  /** Sends the head of a multipart request that announces `announced` bytes; the test sends the file itself. */
  function openUpload(announced: number, type = "application/pdf") {
    const open = `--x\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: ${type}\r\n\r\n`;
    const close = "\r\n--x--\r\n";
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    onTestFinished(() => void socket.destroy());
    let received = "";
    socket.on("data", (data) => {
      received += data.toString();
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${meera.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${open.length + announced + close.length}\r\n\r\n${open}`,
    );
    return {
      send: (part: Uint8Array | string) => socket.write(part),
      finish: () => socket.write(close),
      /** The status line and body, once they arrive. */
      answer: () => expect.poll(() => received),
      isOver: () => received !== "",
      end: () => socket.destroy(),
    };
  }

  describe("a file that is being uploaded", () => {
    it("is refused by its first kilobyte, before the rest arrives", async () => {
      const upload = openUpload(9_000_000);
      upload.send("<html>is no resume".padEnd(2_000));
      await upload.answer().toMatch(/^HTTP\/1\.1 415 [\s\S]*Only PDF files are supported\./);
    });

    it("is refused by its type before any byte is kept", async () => {
      const upload = openUpload(9_000_000, "text/html");
      upload.send("%PDF-1.7 says one thing".padEnd(2_000));
      await upload.answer().toMatch(/^HTTP\/1\.1 415 /);
    });

    it("is refused at the limit, before the rest arrives", async () => {
      const upload = openUpload(50_000_000);
      upload.send("%PDF-1.7\n");
      upload.send(Buffer.alloc(10 * 1024 * 1024));
      await upload.answer().toMatch(/^HTTP\/1\.1 413 [\s\S]*The file is too large: at most 10 MB\./);
    });

    it("is accepted when it arrives in tiny pieces", async () => {
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

    it.each([
      ["in its file", "%PDF-1.7\nand then nothing"],
      ["before its closing line", "%PDF-1.7\n%%EOF\r\n--x"],
      ["before its file", ""],
    ])("is refused as incomplete when the form ends %s", async (_where, sent) => {
      const closed = 9; // The length that `openUpload` adds for the closing line, which is never sent.
      const upload = openUpload(sent.length - closed);
      upload.send(sent);
      await upload
        .answer()
        .toMatch(/^HTTP\/1\.1 400 [\s\S]*"msg":"The upload was cut short[^"]*","code":"invalid_input"/);
    });

    it("that never ends leaves nothing behind, and the next one succeeds", async () => {
      const upload = openUpload(1_000_000);
      upload.send("%PDF-1.7\n");
      upload.end();
      const form = new FormData();
      form.append(
        "resume",
        new Blob([writePdf("Meera", ["SQL"]) as Uint8Array<ArrayBuffer>], { type: "application/pdf" }),
        "cv.pdf",
      );
      expect((await app.post(meera, path, form)).status).toBe(200);
      await expect.poll(temporaryFiles).toEqual([]);
    });
  });
});

describe("reader signal", () => {
  const begun: string[] = [];
  const ended: string[] = [];
  const asked: string[] = [];
  const left: string[] = [];

  /** Rows without an end, until nobody reads them. */
  async function* endlessRows(name: string) {
    begun.push(name);
    try {
      for (;;) {
        await nextTurn();
        yield name;
      }
    } finally {
      ended.push(name);
    }
  }

  const app = fastify({ forceCloseConnections: true });
  app.get<{ Params: { name: string } }>("/:name", async ({ params: { name } }, reply) => {
    const signal = readerSignal(reply);
    signal.addEventListener("abort", () => left.push(name));
    const content = await spoolCsv(["name"], endlessRows(name), (row) => [row], signal);
    return sendBytes(reply, { content, contentType: "text/csv" });
  });
  app.addHook("onRequest", async ({ url }) => {
    asked.push(url.slice(1));
  });
  afterEach(() => app.close());

  const present = new AbortController().signal;
  async function* oneRow() {
    yield "d";
  }

  it("an export ends with its reader's connection, while it is written and while it waits for its turn", async () => {
    await app.listen({ host: "127.0.0.1", port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const ask = (name: string) => {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET /${name} HTTP/1.1\r\nHost: test\r\n\r\n`);
      return socket;
    };
    const first = [ask("a"), ask("b")];
    await expect.poll(() => begun.toSorted()).toEqual(["a", "b"]);
    const third = ask("c");
    await expect.poll(() => asked).toContain("c");
    third.destroy();
    await expect.poll(() => left).toEqual(["c"]);
    for (const socket of first) socket.destroy();
    await expect.poll(() => ended.toSorted()).toEqual(["a", "b"]);
    // Both turns are free again, and the export that waited has not begun.
    const files = [1, 2].map(() => spoolCsv(["name"], oneRow(), (row) => [row], present));
    for (const file of files) expect(await text(await file)).toBe("name\r\nd\r\n");
    expect(begun).not.toContain("c");
  });
});
