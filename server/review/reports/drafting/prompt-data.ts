/* The format of data in a prompt: JSON between tags that no text can end. */

/** Escapes angle brackets, so that no text can end the data or open another tag. */
export function asData(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
}

export function tagged(name: string, body: string): string {
  return `<${name}>\n${body}\n</${name}>`;
}

/** Estimates the tokens of texts: on the high side for English, about right for Hindi. */
export function estimateTokens(...texts: string[]): number {
  return Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / 3);
}
