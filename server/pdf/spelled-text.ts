/** The part of a pdfkit document that this file works with. */
type Doc = PDFKit.PDFDocument;

interface Place {
  x: number;
  width: number;
  align: "left" | "right";
  lineGap: number;
  /** Of the first line, in points. */
  indent: number;
  link?: string;
}

/**
 * True for scripts of India, whose glyphs stand in another order than their letters. Read back from its glyphs, such a
 * text is scrambled; so its letters are written beside them.
 */
export function needsSpelling(text: string): boolean {
  return /[\u0900-\u0DFF]/.test(text);
}

/** Draws a text line by line, each with its letters (`ActualText`, ISO 32000-1 §14.9.4), and moves below it. */
export function drawSpelled(doc: Doc, text: string, { x, width, align, lineGap, indent, link }: Place): void {
  const lineHeight = doc.currentLineHeight(true) + lineGap;
  for (const [index, line] of linesOf(doc, text, width).entries()) {
    if (doc.y + lineHeight > doc.page.maxY()) doc.continueOnNewPage();
    const top = doc.y;
    const begin = index === 0 ? x + indent : x;
    const left = align === "right" ? x + width - doc.widthOfString(line) : begin;
    const restore = spell(doc, line);
    doc.text(line, left, top, { lineBreak: false, ...(link === undefined ? {} : { link }) });
    restore();
    doc.y = top + lineHeight;
  }
}

/** As many words a line as fit. */
function linesOf(doc: Doc, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && doc.widthOfString(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Inside the text object, where readers measure it: pdfkit can mark only around it. Answers what ends the marking. */
function spell(doc: Doc, letters: string): () => void {
  const addContent = doc.addContent;
  const hex = Buffer.from(`\ufeff${letters}`, "utf16le").swap16().toString("hex");
  doc.addContent = (content: string) => {
    if (content === "ET") addContent.call(doc, "EMC");
    addContent.call(doc, content);
    if (content === "BT") addContent.call(doc, `/Span <</ActualText <${hex}>>> BDC`);
    return doc;
  };
  return () => {
    doc.addContent = addContent;
  };
}
