/** RFC 2045 6.7: a line of a body has at most 76 characters, including the soft line break. */
const maxLineLength = 75;

/** Text as quoted-printable UTF-8, lines ended by CRLF. */
export function encodeQuotedPrintable(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join("\r\n");
}

/** Matches all that a line of plain ASCII may need encoded: a control character, or a blank at its end. */
const unusual = /[^\t\x20-\x7e]|[\t ]$/;

function encodeLine(line: string): string {
  // Nearly every line is plain ASCII, and then this takes a fifth of the time.
  const encoded = unusual.test(line)
    ? Buffer.from(line, "utf8")
        .toString("latin1")
        .replace(/[^\t\x20-\x3c\x3e-\x7e]|[\t ]$/g, encodeByte)
    : line.replaceAll("=", "=3D");
  if (encoded.length <= maxLineLength + 1) return encoded;
  const pieces: string[] = [];
  for (let from = 0; from < encoded.length; ) {
    let to = Math.min(encoded.length, from + maxLineLength);
    // An encoded byte must not be split.
    if (to < encoded.length) {
      if (encoded[to - 1] === "=") to -= 1;
      else if (encoded[to - 2] === "=") to -= 2;
    }
    pieces.push(encoded.slice(from, to));
    from = to;
  }
  return pieces.join("=\r\n");
}

function encodeByte(byte: string): string {
  return `=${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
