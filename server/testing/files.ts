import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import {
  maxLinesOfText,
  maxResumeCharacters,
  type ResumeData,
} from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { sectionLimits } from "@greenroom/contract/people/resume-options.ts";
import { wavOf } from "../kernel/files.ts";

/**
 * A one-page PDF of plain lines in Helvetica: the minimum of PDF 1.4 (ISO 32000-1 §7.5) for an upload in a test.
 * Accepts printable ASCII.
 */
export function writePdf(title: string, lines: string[]): Buffer {
  const escapeText = (text: string) => text.replace(/[\\()]/g, "\\$&");
  const text = [
    "BT",
    "/F1 18 Tf 56 780 Td",
    `(${escapeText(title)}) Tj`,
    "/F1 11 Tf 0 -34 Td",
    ...lines.flatMap((line) => [`(${escapeText(line)}) Tj`, "0 -20 Td"]),
    "ET",
  ].join("\n");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const startOfTable = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${startOfTable}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}

const rate = 16_000;

/** A WAV file of 16-bit mono samples at 16 kHz: a tone, or silence when its level is 0. */
export function toneWav({ seconds = 1, level = 0.3 } = {}): Buffer {
  const sampleAt = (index: number) =>
    Math.round(Math.sin((index * 440 * 2 * Math.PI) / rate) * level * 32_767);
  return wavOf(
    Int16Array.from({ length: Math.round(seconds * rate) }, (_, index) => sampleAt(index)),
    rate,
  );
}

/** A form with one file, as the upload fields of the pages send it. */
export function fileForm(
  field: string,
  content: Uint8Array,
  name = `${field}.pdf`,
  type = "application/pdf",
): FormData {
  const form = new FormData();
  form.append(field, new Blob([content as Uint8Array<ArrayBuffer>], { type }), name);
  return form;
}

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

/**
 * A file that qpdf encrypted. It opens without a password, except for the two named after theirs. Made by, for
 * example, `qpdf plain.pdf --encrypt "" owner 256 -- aes-256.pdf`; a name with "packed" has object streams.
 */
export function readEncryptedPdf(name: string): Buffer {
  return readFileSync(new URL(`./pdfs/${name}.pdf`, import.meta.url));
}

/** An encrypted PDF with `text` between its header and its first object. */
function encryptedWithText(name: string, text: string): Buffer {
  const whole = readEncryptedPdf(name).toString("latin1");
  return Buffer.from(
    whole.replace("1 0 obj", () => `${text}\n1 0 obj`),
    "latin1",
  );
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
  "short strings to decrypt": (bytes) =>
    encryptedWithText("rc4-128", `8 0 obj\n[${"(a)".repeat(Math.min(bytes / 3, 190_000))}]\nendobj`),
  "strings to decrypt in many objects": (bytes) =>
    encryptedWithText(
      "aes-128",
      Array.from(
        { length: Math.min(bytes / 70, 40_000) },
        (_, n) => `${n + 1_000} 0 obj(${"s".repeat(48)})endobj`,
      ).join("\n"),
    ),
  "a stream to decrypt": (bytes) =>
    encryptedWithText(
      "rc4-128",
      `8 0 obj <</Length ${bytes}>> stream\n${fill("s", bytes)}\nendstream endobj`,
    ),
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
function devanagariLetter(index: number): string {
  const syllable = Math.floor(index / 4);
  const consonant = (n: number) => String.fromCharCode(0x915 + (n % 33));
  const vowelSign = String.fromCharCode(0x93e + (Math.floor(syllable / 1_089) % 12));
  return [consonant(syllable), "\u094d", consonant(Math.floor(syllable / 33)), vowelSign][index % 4] ?? "";
}

/* Resumes of the maximum length that the form accepts and that are hard to render. */

/** Dates and levels count too. */
const maxCharacters = maxResumeCharacters - 2_000;

/** Fills every field of every entry to its maximum, until the resume is full. `letter` returns each character. */
export function fillResume(letter: (index: number) => string): ResumeData {
  let characters = 0;
  let index = 0;
  const text = (length: number): string => {
    let written = "";
    let lines = 1;
    while (characters < maxCharacters) {
      let next = letter(index);
      if (next === "\n") {
        lines += 1;
        if (lines > maxLinesOfText) next = " ";
      }
      if (written.length + next.length > length) break;
      written += next;
      characters += next.length;
      index += 1;
    }
    return written.trim();
  };
  const line = (length: number) => text(length).replace(/\s+/g, " ");
  const list = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
  return {
    ...emptyResume,
    personal: { ...emptyResume.personal, jobTitle: line(120), location: line(120), bio: text(3_000) },
    experience: list(sectionLimits.experience, () => ({
      jobTitle: line(160),
      company: line(160),
      location: line(120),
      startDate: "2020-01-01",
      endDate: "",
      description: text(4_000),
    })),
    education: list(sectionLimits.education, () => ({
      school: line(160),
      degree: line(160),
      fieldOfStudy: line(160),
      startYear: 2010,
      endYear: 2014,
    })),
    skills: list(sectionLimits.skills, () => ({ name: line(80), level: "Advanced" as const })),
    projects: list(sectionLimits.projects, () => ({ name: line(160), url: "", description: text(4_000) })),
  };
}

/** A pseudorandom sequence that no cache can use. */
const scatter = (index: number) => (Math.imul(index + 1, 2_654_435_761) >>> 8) & 0xffff;
const from = (letters: string) => (index: number) => letters[scatter(index) % letters.length] ?? "";
const latin = from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
const emoji = (index: number) => String.fromCodePoint(0x1f300 + (scatter(index) % 700));
const accent = (index: number) =>
  index % 9 === 0 ? latin(index) : String.fromCharCode(0x300 + (scatter(index) % 0x6f));

export const longResumes: Record<string, ResumeData> = {
  "one Latin word in each field": fillResume(latin),
  "Latin words, each another one": fillResume((index) => (index % 7 === 6 ? " " : latin(index))),
  "Latin letters and hyphens": fillResume((index) => (index % 2 === 1 ? "-" : latin(index))),
  "letters of every European script": fillResume((index) =>
    String.fromCharCode(0xc0 + (scatter(index) % 0x3ff)),
  ),
  "Devanagari words, each another one": fillResume((index) =>
    index % 7 === 6 ? " " : String.fromCharCode(0x915 + (scatter(index) % 37)),
  ),
  emoji: fillResume(emoji),
  "a family of emoji": fillResume((index) => (index % 2 === 1 ? "\u200d" : emoji(index))),
  "letters under heaps of accents": fillResume(accent),
  "accents alone": fillResume((index) => String.fromCharCode(0x300 + (scatter(index) % 0x6f))),
  "invisible letters": fillResume(() => "\u200b"),
  "scripts in turns": fillResume((index) => (index % 2 === 1 ? devanagariLetter(index) : latin(index))),
  "Latin and Devanagari words in turns": fillResume(
    (index) =>
      [latin(index), latin(index + 1), " ", "क", String.fromCharCode(0x915 + (scatter(index) % 37)), " "][
        index % 6
      ] ?? "",
  ),
  "lines of one letter": fillResume((index) => (index % 2 === 1 ? "\n" : latin(index))),
  "empty lines": fillResume((index) => (index % 40 === 0 ? latin(index) : "\n")),
  "bullets of one letter": fillResume((index) => ["-", " ", latin(index), "\n"][index % 4] ?? ""),
  "lines of one Devanagari letter": fillResume((index) =>
    index % 2 === 1 ? "\n" : String.fromCharCode(0x915 + (scatter(index) % 37)),
  ),
};
