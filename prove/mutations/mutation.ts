/** One rule to remove, and the tests of which one must fail then. */
export interface Mutation {
  name: string;
  /** Statements that remove the rule from a migrated database. */
  sql?: string;
  /** A text that occurs exactly once in its file, and its replacement. */
  patch?: { file: string; text: string; replacement: string };
  /** The smallest tests that should fail. */
  tests: string[];
}
