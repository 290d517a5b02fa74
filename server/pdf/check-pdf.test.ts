import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { PDFDocument, PDFName, PDFString } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { writePdf } from "../demo/write-pdf.ts";
import { checkPdf } from "./check-pdf.ts";

const plain = writePdf("Feedback", ["Well done."]);
const pdf = plain.toString("latin1");
const file = (content: string | Uint8Array, fileName = "feedback.pdf", contentType = "application/pdf") => ({
  fileName,
  contentType,
  content: Buffer.from(content as string, "latin1"),
});
const onlyPdf = "Only PDF files are supported.";
const damaged = `${onlyPdf} This one is damaged or cut short: please export it again.`;
const active = `${onlyPdf} This one has scripts, launch actions or embedded files: please export it without them.`;
const encrypted = `${onlyPdf} This one is encrypted: please upload it without a password.`;

/** A page of pdf-lib's making, its objects packed in object streams or not, changed by `change`. */
async function made(change: (document: PDFDocument) => void | Promise<void>, packed = true) {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return file(await document.save({ useObjectStreams: packed }));
}

/** An object stream of zeros that unpacks to `megabytes`. */
function bomb(megabytes: number): string {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024)).toString("latin1");
  const stream = `9 0 obj\n<< /Type /Obj#53tm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n`;
  return pdf.replace("xref\n", () => `${stream}xref\n`);
}

describe("checkPdf", () => {
  it.each([
    ["a PDF", file(pdf)],
    ["in capitals", file(pdf, "FEEDBACK.PDF")],
    ["with padding after its end", file(`${pdf}\r\n\0\0`)],
    ["that only speaks of encryption", file(pdf.replace("Well done.", "Use /Encrypt!!"))],
  ])("takes %s", async (_name, sent) => {
    await expect(checkPdf(sent)).resolves.toBeUndefined();
  });

  it.each([
    ["another extension", file(pdf, "feedback.txt"), onlyPdf],
    ["a double extension", file(pdf, "feedback.pdf.exe"), onlyPdf],
    ["another type", file(pdf, "feedback.pdf", "text/html"), onlyPdf],
    ["another content", file("PK\x03\x04 a zip"), onlyPdf],
    ["HTML in front", file(`<html>${pdf}`), onlyPdf],
    ["something behind", file(`${pdf}<script>alert(1)</script>`), onlyPdf],
    ["no end", file("%PDF-1.7\n"), onlyPdf],
    ["nothing", file(""), onlyPdf],
    ["a shell of a PDF", file("%PDF-1.7\n<script>alert(1)</script>\n%%EOF"), damaged],
    ["a PDF whose middle is gone", file(pdf.replace(/2 0 obj[\s\S]*?endobj/, "")), damaged],
    ["one whose page is gone", file(pdf.replace(/3 0 obj[\s\S]*?endobj/, "")), damaged],
    [
      "one without pages",
      file(pdf.replace("/Kids [3 0 R]", "/Kids []")),
      `${onlyPdf} This one has no pages.`,
    ],
    ["encryption by reference", file(pdf.replace("/Root", "/Encrypt 5 0 R /Root")), encrypted],
    ["encryption in place", file(pdf.replace("/Root", "/Encrypt<</V 1>> /Root")), encrypted],
    ["a page tree that bites its tail", file(pdf.replace("/Kids [3 0 R]", "/Kids [2 0 R]")), damaged],
  ])("refuses %s", async (_name, sent, msg) => {
    await expect(checkPdf(sent)).rejects.toMatchObject({ code: "unsupported_media_type", message: msg });
  });

  it.each([true, false])("refuses what acts by itself (in object streams: %s)", async (packed) => {
    const cases: ((document: PDFDocument) => void | Promise<void>)[] = [
      (document) => document.addJavaScript("main", "app.alert(1)"),
      (document) => document.attach(Buffer.from("MZ"), "invoice.exe", { mimeType: "application/pdf" }),
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
    for (const change of cases) await expect(checkPdf(await made(change, packed))).rejects.toThrow(active);
    await expect(checkPdf(await made(() => undefined, packed))).resolves.toBeUndefined();
  });

  it("refuses a stream that unpacks to far more than it is", async () => {
    const sent = file(bomb(64));
    await expect(checkPdf(sent)).rejects.toThrow(damaged);
  });

  it("of bytes thrown about: takes it or refuses it, and never breaks", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(plain.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        async (changes) => {
          const content = Buffer.from(plain);
          for (const [at, byte] of changes) content[at] = byte;
          const refusal = await checkPdf({ ...file(""), content }).catch((error: unknown) => error);
          if (refusal !== undefined) expect(refusal).toMatchObject({ code: "unsupported_media_type" });
        },
      ),
      { numRuns: 200 },
    );
  });
});
