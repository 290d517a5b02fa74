import pg from "pg";

/**
 * How many different statements get a name. The product has about 800, and more with `in` lists of other lengths. A
 * connection that ran all of them would keep 60 MB of plans.
 */
const maxPreparedStatements = 1_000;

/** In characters. Longer texts are inserts of many rows, whose number differs each time. The plan of one takes a megabyte. */
const maxTextLength = 10_000;

/**
 * All columns, or `count(*)`. A prepared `select *` breaks when a migration adds a column. The sign of a multiplication
 * does not count: the lists of bookings contain one, and planning their many joins takes longer than running them.
 */
const star = /(?:[(,.]|\b(?:select|distinct|all|returning))\s*\*/i;

/**
 * The names of a pool's statements: one for each text, the same on every connection. A text gets its name when it runs for
 * the second time, so that texts which run only once do not use up the names.
 */
class StatementNames {
  private readonly names = new Map<string, string>();
  private readonly once = new Set<string>();

  get(text: string): string | undefined {
    const known = this.names.get(text);
    if (known !== undefined) return known;
    if (this.names.size >= maxPreparedStatements || text.length > maxTextLength || star.test(text))
      return undefined;
    if (!this.once.delete(text)) {
      // Texts that run seldom are forgotten, so they take no more memory than the names do.
      if (this.once.size >= maxPreparedStatements) this.once.clear();
      this.once.add(text);
      return undefined;
    }
    const name = `q${this.names.size + 1}`;
    this.names.set(text, name);
    return name;
  }
}

/**
 * The class of a pool's connections, which plan a statement with parameters once and then only run it. Planning the
 * session lookup costs ten times as much as running it.
 */
export function createPreparingClient(): typeof pg.Client {
  const names = new StatementNames();

  return class PreparingClient extends pg.Client {
    // We cannot restate pg's overloads, so all arguments are passed on, and only text with parameters is
    // changed.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    override query(first: any, second?: any, third?: any): any {
      if (typeof first !== "string" || !Array.isArray(second) || second.length === 0) {
        return super.query(first, second, third);
      }
      const name = names.get(first);
      if (name === undefined) return super.query(first, second, third);
      return super.query({ name, text: first, values: second }, third);
    }
  };
}
