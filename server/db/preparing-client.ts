import pg from "pg";

/** How many different texts get a name; a text past that (an `in` list of an odd length) is sent as it is. */
const namedTexts = 500;

/** One name a text, the same on every connection. */
const names = new Map<string, string>();

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  // A prepared `select *` breaks on the day that a migration adds a column.
  if (names.size >= namedTexts || text.includes("*")) return undefined;
  const name = `q${names.size + 1}`;
  names.set(text, name);
  return name;
}

/**
 * A connection on which a statement with parameters is planned once and then only run: planning the session look-up costs
 * ten times what running it does (measured: docs/decisions/0006).
 */
export class PreparingClient extends pg.Client {
  // pg's overloads cannot be restated; what comes in is handed on unless it is text with parameters.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(first: any, second?: any, third?: any): any {
    if (typeof first !== "string" || !Array.isArray(second) || second.length === 0) {
      return super.query(first, second, third);
    }
    const name = nameOf(first);
    if (name === undefined) return super.query(first, second, third);
    return super.query({ name, text: first, values: second }, third);
  }
}
