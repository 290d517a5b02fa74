import PDFDocument from "pdfkit";
import { openFonts } from "./fonts.ts";
import { drawSpelled, needsSpelling } from "./spelled-text.ts";

/** How a piece of text looks: size and leading in points. */
export interface TextStyle {
  font: "regular" | "bold";
  size: number;
  color: string;
  lineGap?: number;
}

type Tag = "H1" | "H2" | "H3" | "P" | "Span" | "Link";

interface Place {
  x?: number;
  width?: number;
  align?: "left" | "right";
  link?: string;
  /** How far the first line begins left of the others, in points: a bullet with its space. */
  hang?: number;
}

interface SheetOptions {
  title: string;
  author: string;
  /** Footer of the second page on. */
  footer: string;
}

const margins = { top: 54, bottom: 58, left: 56, right: 56 };

/** An A4 document of tagged text: what is drawn is in the reading order, and each piece says what it is. */
export interface Sheet {
  readonly left: number;
  readonly width: number;
  readonly y: number;
  moveTo(y: number): void;
  skip(points: number): void;
  widthOf(text: string, style: TextStyle): number;
  heightOf(text: string, style: TextStyle, width: number): number;
  /** Starts a new page unless `points` more fit on this one. */
  keepTogether(points: number): void;
  write(tag: Tag, text: string, style: TextStyle, place?: Place): void;
  /** A hairline, invisible to who listens. */
  rule(color: string): void;
  finish(): Promise<Buffer>;
}

export async function openSheet({ title, author, footer }: SheetOptions): Promise<Sheet> {
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
  const use = (style: TextStyle) => doc.font(style.font).fontSize(style.size);

  const sheet: Sheet = {
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
    widthOf: (text, style) => use(style).widthOfString(text),
    heightOf: (text, style, room) =>
      text === "" ? 0 : use(style).heightOfString(text, { width: room, lineGap: style.lineGap ?? 0 }),
    keepTogether(points) {
      if (doc.y + points > bottom && doc.y > margins.top) doc.addPage();
    },
    write(tag, text, style, place = {}) {
      const hang = place.hang ?? 0;
      const x = (place.x ?? left) + hang;
      const room = (place.width ?? width) - hang;
      const options = {
        width: room,
        align: place.align ?? ("left" as const),
        lineGap: style.lineGap ?? 0,
        indent: -hang,
        ...(place.link === undefined ? {} : { link: place.link }),
      };
      const draw = () => {
        use(style).fillColor(style.color);
        if (needsSpelling(text)) drawSpelled(doc, text, { x, ...options });
        else doc.text(text, x, doc.y, options);
      };
      root.add(doc.struct(tag, place.link === undefined ? {} : { alt: text }, draw));
    },
    rule(color) {
      doc.markContent("Artifact", { type: "Layout" });
      doc
        .moveTo(left, doc.y)
        .lineTo(left + width, doc.y)
        .lineWidth(0.7)
        .strokeColor(color)
        .stroke();
      doc.endMarkedContent();
    },
    async finish() {
      root.end();
      const { start, count } = doc.bufferedPageRange();
      for (let page = 1; page < count; page += 1) {
        doc.switchToPage(start + page);
        drawFooter(`${footer} · ${page + 1} / ${count}`);
      }
      const ended = new Promise<void>((resolve, reject) => doc.once("end", resolve).once("error", reject));
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };

  function drawFooter(text: string): void {
    doc.markContent("Artifact", { type: "Pagination" });
    // Below the margin, where text would otherwise start another page.
    doc.page.margins.bottom = 0;
    doc
      .font("regular")
      .fontSize(8)
      .fillColor("#5c6a63")
      .text(text, left, bottom + 20, { width, align: "right", lineBreak: false });
    doc.page.margins.bottom = margins.bottom;
    doc.endMarkedContent();
  }
  return sheet;
}
