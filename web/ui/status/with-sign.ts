/** The signs with which messages begin, with and without the selector of their colored form. */
const signed = /^(?:✅|❌|⚠)/u;

/**
 * A message with a sign before it, unless it begins with one: while servers are replaced, an older one may still answer
 * with messages that have their sign.
 */
export function withSign(sign: "✅" | "❌", message: string): string {
  return signed.test(message) ? message : `${sign} ${message}`;
}
