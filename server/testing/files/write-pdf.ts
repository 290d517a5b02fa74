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
