/** One statement of the generator. `id(kind, n)` in it stands for the id of row `n` of a kind. */
export interface GeneratorStatement {
  makes: string;
  sql: string;
}
