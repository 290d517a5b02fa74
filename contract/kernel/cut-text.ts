/**
 * The beginning of a text, at most `maxLength` UTF-16 units long. Half of a character at the end (a lone surrogate) is left
 * out, because PostgreSQL's jsonb refuses it, `encodeURIComponent` throws, and people see a box.
 */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Surrogate}$/u, "");
}
