/** Lines of at most 120 characters, indented as one entry of a list. */
export function wrap(text: string): string[] {
  const indent = "  ";
  const lines: string[] = [];
  let line = "";
  for (const word of text.trim().split(" ")) {
    const longer =
      line === "" ? `${lines.length === 0 && text.startsWith("-") ? "" : indent}${word}` : `${line} ${word}`;
    if (longer.length <= 120) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = `${indent}${word}`;
  }
  return [...lines, line];
}
