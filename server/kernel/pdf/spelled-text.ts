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
