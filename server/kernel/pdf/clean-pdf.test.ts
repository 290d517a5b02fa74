import { maxPdfBytes } from "@greenroom/contract/kernel/pdf.ts";
import fc from "fast-check";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";
import { pino } from "pino";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestWorkerPool } from "../../testing/app.ts";
import {
  hiddenScripts,
  hostilePdfs,
  objectStreamBomb,
  readEncryptedPdf,
  writePdf,
} from "../../testing/files.ts";
import { cleanPdf } from "./clean-pdf.ts";
import { resavePdf } from "./resave-pdf.ts";

const workers = openTestWorkerPool({ taskMilliseconds: 20_000 });
beforeAll(() => clean(file(pdf)), 60_000); // The first process starts here.
/** Stops a task after as much processor time as in production. */
const limited = openTestWorkerPool({ taskMilliseconds: 2_000 });
afterAll(() => Promise.all([workers.close(), limited.close()]));
const clean = (sent: ReturnType<typeof file>) => cleanPdf({ workers, log: pino({ level: "silent" }) }, sent);

/** The contents that pdf.js, an independent parser, finds in a file. */
async function readAsReader(content: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(content));
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const { items } = await page.getTextContent();
      const annotations = (await page.getAnnotations()) as {
        url?: string;
        dest?: unknown;
        subtype: string;
      }[];
      return {
        text: items.map((item) => ("str" in item ? item.str : "")).join(" "),
        view: page.view,
        annotations: annotations.map(({ subtype, url }) => [subtype, url ?? null]),
        pageScripts: await page.getJSActions(),
      };
    }),
  );
  return {
    pages,
    scripts: await document.getJSActions(),
    openAction: await document.getOpenAction(),
    attachments: await document.getAttachments(),
  };
}
const noActions = { scripts: null, openAction: null, attachments: null };

const plain = writePdf("Feedback", ["Well done."]);
const pdf = plain.toString("latin1");
const file = (content: string | Uint8Array, fileName = "feedback.pdf", contentType = "application/pdf") => ({
  fileName,
  contentType,
  content: Buffer.from(content as string, "latin1"),
});
const onlyPdf = "Only PDF files are supported.";
const damaged = `${onlyPdf} This one is damaged or cut short: please export it again.`;
const active = `${onlyPdf} This one has scripts or launch actions: please export it without them.`;
const form = `${onlyPdf} This one has form fields or a digital signature: please print it to a new PDF and upload that one.`;
const encrypted = `${onlyPdf} This one needs a password: please save it without one.`;

/** A page made by pdf-lib, with or without object streams, and modified by `change`. */
async function createPdf(change: (document: PDFDocument) => void | Promise<void>, packed = true) {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return file(await document.save({ useObjectStreams: packed }));
}

describe("an uploaded PDF", () => {
  it.each([
    ["a PDF", file(pdf)],
    ["in capitals", file(pdf, "FEEDBACK.PDF")],
    ["with padding after its end", file(`${pdf}\r\n\0\0`)],
    ["that only mentions encryption", file(pdf.replace("Well done.", "Use /Encrypt!!"))],
  ])("is accepted: %s", async (_name, sent) => {
    expect((await readAsReader(await clean(sent))).pages).toHaveLength(1);
  });

  it.each([
    ["another extension", file(pdf, "feedback.txt"), onlyPdf],
    ["a double extension", file(pdf, "feedback.pdf.exe"), onlyPdf],
    ["another type", file(pdf, "feedback.pdf", "text/html"), onlyPdf],
    ["another content", file("PK\x03\x04 a zip"), onlyPdf],
    ["far too much in front", file("x".repeat(1_025) + pdf), onlyPdf],
    ["no end", file("%PDF-1.7\n"), damaged],
    ["nothing", file(""), onlyPdf],
    ["an empty shell of a PDF", file("%PDF-1.7\n<script>alert(1)</script>\n%%EOF"), damaged],
    ["a PDF whose middle is gone", file(pdf.replace(/2 0 obj[\s\S]*?endobj/, "")), damaged],
    ["one whose page is gone", file(pdf.replace(/3 0 obj[\s\S]*?endobj/, "")), damaged],
    [
      "one without pages",
      file(pdf.replace("/Kids [3 0 R]", "/Kids []")),
      `${onlyPdf} This one has no pages.`,
    ],
    ["encryption by reference", file(pdf.replace("/Root", "/Encrypt 5 0 R /Root")), encrypted],
    ["encryption in place", file(pdf.replace("/Root", "/Encrypt<</V 1>> /Root")), encrypted],
    ["a cyclic page tree", file(pdf.replace("/Kids [3 0 R]", "/Kids [2 0 R]")), damaged],
  ])("is refused: %s", async (_name, sent, msg) => {
    await expect(clean(sent)).rejects.toMatchObject({ code: "unsupported_media_type", message: msg });
  });

  it.each([true, false])("is refused when it has active content (in object streams: %s)", async (packed) => {
    const cases: ((document: PDFDocument) => void | Promise<void>)[] = [
      (document) => document.addJavaScript("main", "app.alert(1)"),
      (document) => {
        const action = { S: "Launch", F: PDFString.of("calc.exe") };
        document.catalog.set(PDFName.of("OpenAction"), document.context.obj(action));
      },
      (document) => {
        const action = document.context.register(
          document.context.obj({ S: "JavaScript", JS: PDFString.of("x") }),
        );
        document.getPage(0).node.set(PDFName.of("AA"), document.context.obj({ O: action }));
      },
    ];
    for (const change of cases) await expect(clean(await createPdf(change, packed))).rejects.toThrow(active);
    expect(await clean(await createPdf(() => undefined, packed))).toBeInstanceOf(Buffer);
  });

  it("loses its attachments, as a Europass CV has them, and what a server put around it", async () => {
    const attached = await createPdf(async (document) => {
      await document.attach(Buffer.from("<europass/>"), "cv.xml", { mimeType: "text/xml" });
    });
    const head = Buffer.from(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(990)}\r\n\r\n`);
    const tail = Buffer.from("<script>alert(1)</script>".repeat(100));
    const kept = await clean(file(Buffer.concat([head, attached.content, tail]).toString("latin1")));
    expect(await readAsReader(kept)).toMatchObject(noActions);
    for (const gone of ["europass", "cv.xml", "EmbeddedFile", "HTTP/1.1", "<script>"])
      expect(kept.toString("latin1")).not.toContain(gone);
  });

  it("is refused when its object streams unpack to far more than their size", async () => {
    for (const entry of ["", "/X (a obj)", "/Y << /Z (1 0 obj) >>"]) {
      await expect(clean(file(objectStreamBomb(64, entry)))).rejects.toThrow(damaged);
    }
  });

  it("is refused with a form or a signature, which a copy would break", async () => {
    const sent = await createPdf((document) =>
      document.getForm().createTextField("name").addToPage(document.getPage(0)),
    );
    await expect(clean(sent)).rejects.toThrow(form);
  });

  it.each(Object.keys(hiddenScripts))("never shows a reader a script that hides in %s", async (name) => {
    const sent = hiddenScripts[name]?.() ?? Buffer.alloc(0);
    // Proves that the attack works in pdf.js, so that the test can fail.
    expect((await readAsReader(sent)).openAction ?? (await readAsReader(sent)).scripts).not.toBeNull();
    const kept = await clean(file(sent.toString("latin1")));
    expect(await readAsReader(kept)).toMatchObject(noActions);
    expect(kept.toString("latin1")).not.toContain("JavaScript");
  });

  it("keeps its pages, text, title and links, and nothing else", async () => {
    const sent = await createPdf(async (document) => {
      document.setTitle("Feedback for Asha");
      document.setAuthor("Secret Author");
      const page = document.addPage([300, 400]);
      page.drawText("See the page", { x: 20, y: 300 });
      const link = (uri: string, y: number) =>
        document.context.register(
          document.context.obj({
            Type: "Annot",
            Subtype: "Link",
            Rect: [20, y, 100, y + 10],
            A: { S: "URI", URI: PDFString.of(uri) },
          }),
        );
      const addresses = [
        "https://example.com/a\\(b\\)",
        "mailto:a@example.com",
        "javascript:alert(1)",
        "file:///etc/passwd",
      ];
      page.node.set(PDFName.of("Annots"), document.context.obj(addresses.map((uri, y) => link(uri, y * 20))));
    });
    const [before, kept] = [await readAsReader(sent.content), await clean(sent)];
    const after = await readAsReader(kept);
    expect(after).toMatchObject(noActions);
    expect(after.pages.map(({ text, view }) => ({ text, view }))).toEqual(
      before.pages.map(({ text, view }) => ({ text, view })),
    );
    expect(after.pages[1]?.annotations).toEqual([
      ["Link", "https://example.com/a(b)"],
      ["Link", "mailto:a@example.com"],
    ]);
    const reread = await PDFDocument.load(kept, { updateMetadata: false });
    expect([reread.getTitle(), reread.getAuthor()]).toEqual(["Feedback for Asha", undefined]);
  });

  it.each([
    ...["rc4-40", "rc4-128", "rc4-128-filters", "aes-128", "aes-128-packed", "aes-256-r5", "aes-256"],
  ])("is read when it has only an owner's password: %s", async (name) => {
    const sent = readEncryptedPdf(name);
    const kept = await clean(file(sent));
    const after = await readAsReader(kept);
    expect(after).toEqual(await readAsReader(sent));
    expect(after.pages.map(({ text }) => text)).toEqual(["Asha Rao, data scientist", "Second page"]);
    expect(after.pages[0]?.annotations).toEqual([["Link", "https://example.com/asha(1)"]]);
    const reread = await PDFDocument.load(kept, { updateMetadata: false });
    expect([reread.getTitle(), reread.getAuthor()]).toEqual(["Résumé of Asha (तारा)", undefined]);
  });

  it("is read whole when the lengths of its streams are objects, and a stream ends in a line break", async () => {
    const sent = readEncryptedPdf("aes-128").toString("latin1");
    expect(sent).toMatch(/[\r\n]endstream/);
    const lengths = sent
      .replace(/\/Length (\d+) >>\nstream/g, "/Length 9$1 0 R >>\nstream")
      .replace("1 0 obj", (start) =>
        [...sent.matchAll(/\/Length (\d+) >>\nstream/g)]
          .map(([, length]) => `9${length} 0 obj ${length} endobj\n`)
          .concat(start)
          .join(""),
      );
    const after = await readAsReader(await clean(file(lengths)));
    expect(after.pages.map(({ text }) => text)).toEqual(["Asha Rao, data scientist", "Second page"]);
  });

  it("is refused when a script hides in its encryption", async () => {
    await expect(clean(file(readEncryptedPdf("script")))).rejects.toThrow(active);
  });

  it.each(["user-password", "user-password-rc4"])(
    "is refused when only a password opens it: %s",
    async (name) => {
      await expect(clean(file(readEncryptedPdf(name)))).rejects.toThrow(encrypted);
    },
  );

  it.each([
    ["an unknown handler", "aes-256", "/Filter /Standard", "/Filter /Vendored"],
    ["an unknown revision", "aes-256", "/R 6", "/R 7"],
    ["an unknown version", "aes-256", "/V 5", "/V 9"],
    ["a key of another length", "rc4-128", "/Length 128", "/Length 999"],
    ["a key of no length", "rc4-128", "/Length 128", "/Length (1)"],
    ["a key without its hash", "aes-256", "/UE <", "/XX <"],
    ["a short hash", "rc4-40", "/U <", "/U<>/X <"],
    ["no file id", "rc4-40", "/ID [<", "/IX [<"],
    ["a file id of numbers", "rc4-40", "/ID [<", "/ID 7%[<"],
    ["a cipher without a name", "aes-256", "/StmF /StdCF", "/StmF /Other"],
    ["an unknown cipher", "aes-256", "/CFM /AESV3", "/CFM /AESV9"],
    ["a dictionary that is its own entry", "aes-256", "/CF <<", "/CF 1 0 R /C <<"],
  ])("is refused when it is encrypted with %s", async (_name, pdfName, from, to) => {
    const sent = readEncryptedPdf(pdfName).toString("latin1");
    expect(sent).toContain(from);
    await expect(clean(file(sent.replace(from, () => to)))).rejects.toThrow(/needs a password|damaged/);
  });

  it.each(Object.entries(hostilePdfs))(
    "is accepted or refused within the limits on work: %s",
    async (_name, make) => {
      const sent = { ...file(""), content: make(3_000_000) };
      const outcome = await cleanPdf({ workers: limited, log: pino({ level: "silent" }) }, sent).catch(
        (error: unknown) => error,
      );
      if (!Buffer.isBuffer(outcome)) expect(outcome).toMatchObject({ code: "unsupported_media_type" });
    },
    60_000,
  );

  it("of random bytes is accepted or refused, and breaks nothing", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(plain, readEncryptedPdf("rc4-128-filters"), readEncryptedPdf("aes-256")),
        fc.array(fc.tuple(fc.nat(4_000), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        async (whole, changes) => {
          const content = Buffer.from(whole);
          for (const [at, byte] of changes) content[at % content.length] = byte;
          expect((await resavePdf({ content, maxBytes: maxPdfBytes })).kind).toMatch(/^(saved|refused)$/);
        },
      ),
      { numRuns: 400 },
    );
  });
});
