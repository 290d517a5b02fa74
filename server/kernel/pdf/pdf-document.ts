import PDFDocument from "pdfkit";
import { fontRuns, openFonts } from "./fonts.ts";
import { openTextLayout, setStyle, type TextStyle } from "./text-layout.ts";

/** The part of a pdfkit document that this file works with. */
type Doc = PDFKit.PDFDocument;

/**
 * True for scripts of India, whose glyphs have another order than their letters. Text extracted from the
 * glyphs would be scrambled, so the letters are stored with them.
 */
export function needsSpelling(text: string): boolean {
  return /[\u0900-\u0DFF]/.test(text);
}

/**
 * Draws a text and stores its letters with the glyphs (`ActualText`, ISO 32000-1 §14.9.4). The mark must be
 * inside the text object, where readers look for it, but pdfkit can only place it around the object.
 */
export function drawSpelled(doc: Doc, letters: string, draw: () => void): void {
  const addContent = doc.addContent;
  const hex = Buffer.from(`\ufeff${letters}`, "utf16le").swap16().toString("hex");
  doc.addContent = (content: string) => {
    if (content === "ET") addContent.call(doc, "EMC");
    addContent.call(doc, content);
    if (content === "BT") addContent.call(doc, `/Span <</ActualText <${hex}>>> BDC`);
    return doc;
  };
  draw();
  doc.addContent = addContent;
}

type Tag = "H1" | "H2" | "H3" | "P" | "Span" | "Link";

interface Place {
  x?: number;
  width?: number;
  align?: "left" | "right";
  link?: string;
  /** How far the first line starts left of the others, in points: a bullet with its space. */
  hang?: number;
}

interface DocumentOptions {
  title: string;
  author: string;
  /** The footer of each page, if there are several. */
  footer: string;
}

const margins = { top: 54, bottom: 58, left: 56, right: 56 };

/** An A4 document of tagged text, drawn in reading order. */
export interface PdfDocument {
  readonly left: number;
  readonly width: number;
  readonly y: number;
  moveTo(y: number): void;
  skip(points: number): void;
  widthOf(text: string, style: TextStyle): number;
  heightOf(text: string, style: TextStyle, width: number): number;
  /** Starts a new page unless this many points fit on the current one. */
  keepTogether(points: number): void;
  write(tag: Tag, text: string, style: TextStyle, place?: Place): void;
  /** Draws shapes, which screen readers skip. Leaves `y` unchanged. */
  draw(shapes: (canvas: PDFKit.PDFDocument) => void): void;
  /** A hairline, which screen readers skip. */
  rule(color: string): void;
  finish(): Promise<Buffer>;
}

export async function openPdfDocument({ title, author, footer }: DocumentOptions): Promise<PdfDocument> {
  const fonts = await openFonts();
  const doc = new PDFDocument({
    size: "A4",
    margins,
    font: "",
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: "en-IN",
    bufferPages: true,
    info: { Title: title, Author: author },
  });
  for (const [name, font] of Object.entries(fonts)) doc.registerFont(name, font as never);
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const root = doc.struct("Document");
  doc.addStructure(root);
  const left = margins.left;
  const width = doc.page.width - margins.left - margins.right;
  const bottom = doc.page.height - margins.bottom;
  const layout = openTextLayout(doc, fonts);
  const { printable, styleFor, linesOf, lineHeightOf, ascentOf } = layout;

  const document: PdfDocument = {
    left,
    width,
    get y() {
      return doc.y;
    },
    moveTo: (y) => {
      doc.y = y;
    },
    skip: (points) => {
      doc.y += points;
    },
    widthOf(wholeText, style) {
      const text = printable(wholeText);
      return layout.widthOf(text, styleFor(style, text));
    },
    heightOf(wholeText, wanted, room) {
      if (wholeText === "") return 0;
      const text = printable(wholeText);
      const style = styleFor(wanted, text);
      return lineHeightOf(style) * linesOf(text, style, { width: room, hang: 0 }).length;
    },
    keepTogether(points) {
      if (doc.y + points > bottom && doc.y > margins.top) doc.addPage();
    },
    write(tag, wholeText, wanted, place = {}) {
      const text = printable(wholeText);
      const style = styleFor(wanted, text);
      const hang = place.hang ?? 0;
      const x = place.x ?? left;
      const room = place.width ?? width;
      const lineHeight = lineHeightOf(style);
      const draw = () => {
        for (const [index, line] of linesOf(text, style, { width: room, hang }).entries()) {
          if (doc.y + lineHeight > doc.page.maxY()) doc.continueOnNewPage();
          const begin = index === 0 ? x : x + hang;
          const at = place.align === "right" ? x + room - layout.widthOf(line, style) : begin;
          drawLine(line, style, at);
          if (place.link !== undefined && line !== "") {
            // One link for the whole line, in however many fonts it is.
            const options = { structParent: element } as PDFKit.Mixins.AnnotationOption;
            doc.link(at, doc.y, layout.widthOf(line, style), lineHeight, place.link, options);
          }
          doc.y += lineHeight;
        }
      };
      const element = doc.struct(tag, place.link === undefined ? {} : { alt: text }, draw);
      root.add(element);
    },
    draw(shapes) {
      const { y } = doc;
      doc.markContent("Artifact", { type: "Layout" });
      shapes(doc);
      doc.endMarkedContent();
      doc.y = y;
    },
    rule(color) {
      document.draw((canvas) =>
        canvas
          .moveTo(left, doc.y)
          .lineTo(left + width, doc.y)
          .lineWidth(0.7)
          .strokeColor(color)
          .stroke(),
      );
    },
    async finish() {
      root.end();
      const { start, count } = doc.bufferedPageRange();
      for (let page = 0; page < count && count > 1; page += 1) {
        doc.switchToPage(start + page);
        drawFooter(`${printable(footer)} · ${page + 1} / ${count}`);
      }
      const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };

  /** Draws one line and does not advance. */
  function drawLine(line: string, style: TextStyle, x: number): void {
    if (line === "") return;
    const top = doc.y;
    const draw = () => {
      // Fonts differ in how far below the top of a line they draw it, so the first one decides for all.
      const ascent = ascentOf(style);
      let from = x;
      for (const { font, text } of fontRuns(fonts, style.font, line)) {
        const run = { ...style, font };
        setStyle(doc, run)
          .fillColor(style.color)
          .text(text, from, top + ascent - ascentOf(run), { lineBreak: false });
        from += layout.widthOf(text, run);
      }
    };
    if (needsSpelling(line)) drawSpelled(doc, line, draw);
    else draw();
    doc.y = top;
  }

  function drawFooter(text: string): void {
    doc.markContent("Artifact", { type: "Pagination" });
    // The footer is below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    doc
      .font("regular")
      .fontSize(8)
      .fillColor("#5c6a63")
      .text(text, left, bottom + 20, { width, align: "right", lineBreak: false });
    doc.page.margins.bottom = margins.bottom;
    doc.endMarkedContent();
  }
  return document;
}

interface Letterhead {
  business: string;
  /** Printed at the right: "Interview report". */
  kind: string;
}

const ink = "#12211b";
const brand = { font: "displayBold", size: 14, color: ink } as const satisfies TextStyle;
const kindStyle = { font: "regular", size: 8.5, color: "#43544c", lineGap: 1 } as const satisfies TextStyle;

/** Writes the mark and the name of the business above a rule, at the top of the first page. */
export function writeLetterhead(pdf: PdfDocument, { business, kind }: Letterhead): void {
  const top = pdf.y;
  pdf.draw((canvas) => {
    canvas.roundedRect(pdf.left, top, 17, 17, 4.5).lineWidth(1.5).strokeColor("#0d5c45").stroke();
    canvas.circle(pdf.left + 8.5, top + 8.5, 4).fill("#e9b44c");
  });
  pdf.write("P", business, brand, { x: pdf.left + 24, width: pdf.width / 2 });
  const below = pdf.y;
  pdf.moveTo(top + 4);
  pdf.write("P", kind, kindStyle, { align: "right" });
  pdf.moveTo(below + 5);
  pdf.rule(ink);
}
