import { deflateSync } from "node:zlib";
import { writePdf } from "./write-pdf.ts";

/* PDFs and resumes that try to stop a server, or to get a script past the upload checks. */

const plain = writePdf("Feedback", ["Well done."]).toString("latin1");

function fill(piece: string, bytes: number): string {
  return piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes);
}

/** A PDF with `text` between its header and its first object. */
function withText(text: string): Buffer {
  const at = plain.indexOf("1 0 obj");
  return Buffer.from(`${plain.slice(0, at)}${text}\n${plain.slice(at)}`, "latin1");
}

function withStream(dictionary: string, packed: Buffer): Buffer {
  const head = `9 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`;
  return withText(`${head}${packed.toString("latin1")}\nendstream\nendobj`);
}

/** A file whose object stream unpacks to `megabytes`; `entry` is added to its dictionary. */
export function objectStreamBomb(megabytes: number, entry = ""): Buffer {
  const packed = deflateSync(Buffer.alloc(megabytes * 1024 * 1024), { level: 9 });
  return withStream(`${entry} /Type /Obj#53tm /N 1 /First 4`, packed);
}

/** Files of about this many bytes, each expensive for a different part of a parser. */
export const hostilePdfs: Record<string, (bytes: number) => Buffer> = {
  "the word stream": (bytes) => Buffer.from(`%PDF-1.7\n${fill("stream ", bytes)}\n%%EOF`),
  "the end of file, again and again": (bytes) =>
    Buffer.from(fill("%PDF-1.7\n%%EOF ", bytes - 6).concat("%%EOF")),
  "the word Encrypt": (bytes) => withText(fill("/Encrypt ", bytes)),
  "object headers": (bytes) => withText(fill("1 0 obj ", bytes)),
  "empty dictionaries": (bytes) => withText(`8 0 obj\n[${fill("<<>>", bytes)}]\nendobj`),
  numbers: (bytes) => withText(`8 0 obj\n[${fill("7 ", bytes)}]\nendobj`),
  references: (bytes) =>
    withText(
      `8 0 obj\n[${Array.from({ length: bytes / 12 }, (_, n) => `${n + 1_000_000} 0 R`).join(" ")}]\nendobj`,
    ),
  names: (bytes) =>
    withText(
      `8 0 obj\n[${Array.from({ length: bytes / 9 }, (_, n) => `/K${n + 1_000_000}`).join("")}]\nendobj`,
    ),
  "keys of one dictionary": (bytes) =>
    withText(
      `8 0 obj\n<<${Array.from({ length: bytes / 11 }, (_, n) => `/K${n + 1_000_000} 1`).join("")}>>\nendobj`,
    ),
  "open brackets": (bytes) => withText(`8 0 obj\n${fill("[", bytes)}`),
  "streams without an end": (bytes) => withText(fill("8 0 obj <<>> stream ", bytes)),
  comments: (bytes) => withText(fill("%\n", bytes)),
  zeros: (bytes) => withText("\0".repeat(bytes)),
  "open parentheses": (bytes) => withText(`8 0 obj\n${fill("(", bytes)}`),
  "one long number": (bytes) => withText(fill("7", bytes)),
  "numbers outside of objects": (bytes) => withText(fill("xx7 7 ", bytes)),
  "runs of spaces": (bytes) => withText(fill(`x${" ".repeat(2_000)}`, bytes)),
  "comments that do not end": (bytes) => withText(fill("x%", bytes)),
  "entries of a table": (bytes) => withText(`xref\n0 9\n${fill("1 1 n ", bytes)}`),
  "lengths that lead back": (bytes) =>
    withText(fill("8 0 obj <</Length -60>> stream endstream endobj ", bytes)),
  "lengths that lead into spaces": (bytes) =>
    withText(
      `${fill("8 0 obj <</Length 5000000>> stream\nendstream endobj ", bytes / 4)}${" ".repeat((3 * bytes) / 4)}`,
    ),
  "small objects": (bytes) =>
    withText(Array.from({ length: bytes / 22 }, (_, n) => `${n + 1_000} 0 obj 7 endobj\n`).join("")),
  "arrays of which each holds the next": (bytes) =>
    withText(
      Array.from({ length: bytes / 28 }, (_, n) => `${n + 1_000} 0 obj [${n + 1_001} 0 R] endobj\n`).join(""),
    ),
  "objects of an object stream that overlap": (bytes) => overlappingObjects(bytes),
  "a name without an end": (bytes) => withText(`8 0 obj /${"N".repeat(bytes)}`),
  "a page that draws with much": (bytes) =>
    writePage(`/Resources <</X [${"7.5 <<>> ".repeat(Math.min(bytes / 9, 130_000))}]>>`),
  "pages that inherit much": (bytes) => inheritingPages(bytes),
  "an object stream of spaces, unpacked to the limit": (bytes) => {
    const packed = deflateSync(Buffer.from(`9 0 ${" ".repeat(Math.min(14_000_000, 100 * bytes))}7`));
    return withStream("/Type /ObjStm /N 1 /First 4", packed);
  },
  "small object streams": (bytes) =>
    withText(fill("8 0 obj <</Type /ObjStm /N 0 /First 0 /Length 0>> stream\n\nendstream endobj ", bytes)),
  "a bomb of 256 MB": () => objectStreamBomb(256, "/X (a obj)"),
  "a cross-reference table of a billion entries": () =>
    withStream("/Type /XRef /Size 1000000000 /W [0 0 0]", deflateSync(Buffer.alloc(8))),
};

/** Every object of the stream is the same array. */
function overlappingObjects(bytes: number): Buffer {
  const count = Math.min(20_000, Math.floor(bytes / 20));
  const index = Array.from({ length: count }, (_, n) => `${n + 1_000} 0 `).join("");
  const body = deflateSync(Buffer.from(`${index}[${fill("7 ", bytes / 2)}]`));
  return withStream(`/Type /ObjStm /N ${count} /First ${index.length}`, body);
}

/** One page with these entries. */
function writePage(entries: string): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Count 1 /Kids [3 0 R]>> endobj\n3 0 obj <</Type /Page /MediaBox [0 0 9 9] ${entries}>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF`,
  );
}

/** Thousands of pages, each with the large dictionary of the page tree's root. */
function inheritingPages(bytes: number): Buffer {
  const count = Math.min(20_000, Math.floor(bytes / 100));
  const numbers = Array.from({ length: count }, (_, n) => n + 1_000);
  const kids = numbers.map((number) => `${number} 0 R`).join(" ");
  const pages = numbers.map((number) => `${number} 0 obj <</Type /Page /Parent 2 0 R>> endobj\n`).join("");
  const root = `<</Type /Pages /Count ${count} /Kids [${kids}] /MediaBox [0 0 9 9] /Resources <</X [${fill("7 ", bytes / 2)}]>>>>`;
  return Buffer.from(
    `%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj ${root} endobj\n${pages}trailer <</Root 1 0 R>>\n%%EOF`,
  );
}

const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
const scriptCatalog = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction ${script} >>\nendobj\n`;

/**
 * One parser reads each of these as a page without actions, and another as a page that runs a script when it is
 * opened.
 */
export const hiddenScripts: Record<string, () => Buffer> = {
  "an object number that is defined twice": () => retable(scriptCatalog + bodyOf(plain), scriptCatalog),
  "an object in a comment": () =>
    retable(bodyOf(plain) + commented(scriptCatalog), commented(scriptCatalog), 1),
  "an object in the body of a stream": () => {
    const stream = `7 0 obj\n<< /Length ${scriptCatalog.length} >>\nstream\n${scriptCatalog}\nendstream\nendobj\n`;
    return retable(bodyOf(plain) + stream, scriptCatalog);
  },
};

function bodyOf(pdf: string): string {
  return pdf.slice(pdf.indexOf("1 0 obj"), pdf.indexOf("xref\n"));
}

/** On one line, after a percent sign. */
function commented(object: string): string {
  return `%${object.replaceAll("\n", " ")}\n`;
}

/** A file with this body whose cross-reference table places object 1 at `catalog`. */
function retable(body: string, catalog: string, skip = 0): Buffer {
  const head = "%PDF-1.4\n";
  const offsets = [1, 2, 3, 4, 5].map((number) =>
    number === 1
      ? head.length + body.indexOf(catalog) + skip
      : head.length + body.lastIndexOf(`${number} 0 obj`),
  );
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const tail = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n`;
  return Buffer.from(`${head}${body}${tail}${head.length + body.length}\n%%EOF\n`, "latin1");
}

/** Letters in which almost every syllable is new: two joined consonants with a vowel sign. */
export function devanagariLetter(index: number): string {
  const syllable = Math.floor(index / 4);
  const consonant = (n: number) => String.fromCharCode(0x915 + (n % 33));
  const vowelSign = String.fromCharCode(0x93e + (Math.floor(syllable / 1_089) % 12));
  return [consonant(syllable), "\u094d", consonant(Math.floor(syllable / 33)), vowelSign][index % 4] ?? "";
}
