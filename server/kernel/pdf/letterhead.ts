import type { PdfDocument } from "./pdf-document.ts";
import type { TextStyle } from "./text-layout.ts";

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
