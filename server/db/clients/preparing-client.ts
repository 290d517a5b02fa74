import pg from "pg";

/**
 * How many different statements get a name. Beyond that, a text (such as an `in` list of another length) is
 * sent unnamed.
 */
const maxPreparedStatements = 500;

/**
 * All columns, or `count(*)`. A prepared `select *` breaks when a migration adds a column. A product is no such star: the
 * lists of bookings contain one, and planning their many joins takes longer than running them.
 */
const star = /(?:[(,.]|\b(?:select|distinct|all|returning))\s*\*/i;

/** One name per text, the same on every connection. */
const statementNames = new Map<string, string>();

function getStatementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known !== undefined) return known;
  if (statementNames.size >= maxPreparedStatements || star.test(text)) return undefined;
  const name = `q${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/**
 * A connection that plans a statement with parameters once and then only runs it. Planning the session lookup costs
 * ten times as much as running it (measured: docs/decisions/0006).
 */
export class PreparingClient extends pg.Client {
  // We cannot restate pg's overloads, so all arguments are passed on, and only text with parameters is
  // changed.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(first: any, second?: any, third?: any): any {
    if (typeof first !== "string" || !Array.isArray(second) || second.length === 0) {
      return super.query(first, second, third);
    }
    const name = getStatementName(first);
    if (name === undefined) return super.query(first, second, third);
    return super.query({ name, text: first, values: second }, third);
  }
}
