/** A text for a pattern of `like`, in which `%`, `_` and the backslash have no special meaning. */
export function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, "\\$&");
}
