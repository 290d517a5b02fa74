import pg from "pg";

/**
 * A connection that prepares no statement by name. Behind a pooler in transaction mode each statement may reach
 * another connection of PostgreSQL, where a name is unknown or belongs to another statement.
 */
export class UnpreparingClient extends pg.Client {
  // We cannot restate pg's overloads, so all arguments are passed on, and only a query with a name is changed.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(first: any, second?: any, third?: any): any {
    if (typeof first?.name !== "string" || typeof first.text !== "string") {
      return super.query(first, second, third);
    }
    const { name: _name, ...unnamed } = first;
    return super.query(unnamed, second, third);
  }
}
