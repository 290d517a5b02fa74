/** One rule taken away, and the tests that have to notice. */
export interface Mutation {
  name: string;
  /** Statements that remove the rule from a migrated database. */
  sql?: string;
  /** A line of the sources, exactly as it stands there once, and what replaces it. */
  patch?: { file: string; text: string; replacement: string };
  /** The smallest tests that should fail. */
  tests: string[];
}
