/** One rule to remove, and the tests of which one must fail then. */
export interface Mutation {
  name: string;
  /** Statements that remove the rule from a migrated database. */
  sql?: string;
  /** A text that occurs exactly once in its file, and its replacement. */
  patch?: { file: string; text: string; replacement: string };
  /** The smallest tests that should fail. */
  tests: string[];
  /**
   * The name of the test that must fail. Rules that name one are removed together, because each of these tests depends
   * on its own rule only.
   */
  noticedBy?: string;
}

interface Removal {
  file: string;
  text: string;
  /** Nothing by default. */
  by?: string;
  tests: string[];
}

/** Removes a text from a file of `server/domains`. */
export const remove = (name: string, { file, text, by = "", tests }: Removal): Mutation => ({
  name,
  patch: { file: `server/domains/${file}`, text, replacement: by },
  tests: tests.map((test) => `server/domains/${test}`),
});

/** Makes a condition never hold. */
export const never = (name: string, { text, ...removal }: Omit<Removal, "by">): Mutation =>
  remove(name, { ...removal, text: `if (${text})`, by: `if ((false as boolean) && (${text}))` });
