/**
 * True for an absolute http or https address. Nothing else may become a link (no `javascript:`, no `data:`).
 */
export function isHttpUrl(value: string): boolean {
  return /^https?:\/\/[\p{L}\p{N}\p{M}.-]+(:\d{1,5})?([/?#]\S*)?$/iu.test(value);
}

/** Adds `https://` to an address like `linkedin.com/in/asha`; returns anything else unchanged. */
export function completeHttpUrl(typed: string): string {
  const value = typed.trim();
  const startsWithHost = /^(?=.{1,253}(?:[/?#]|$))(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#]\S*)?$/u.test(value);
  return startsWithHost ? `https://${value}` : value;
}
