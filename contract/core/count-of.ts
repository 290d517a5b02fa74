/** A count with its noun: `1 interview`, `3 interviews`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}
