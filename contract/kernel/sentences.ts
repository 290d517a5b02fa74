/** Marks after which no full stop follows, also in front of a closing quote or bracket. */
const ended = /[.!?…][”"')]?$/;

/** The text as one or more sentences: without spaces around it, with a capital and one full stop, unless another mark ends it. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/\.{2,}$/, ".");
  if (trimmed === "") return "";
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return ended.test(capital) ? capital : `${capital}.`;
}

/** A count with its noun: `1 interview`, `3 interviews`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
