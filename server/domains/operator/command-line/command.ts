import type { Deps } from "../../../deps.ts";

/** One line of a table. */
export type Cells = Record<string, string | number | boolean>;

/** What a command has to show: a sentence, rows for a table, or a file's text. */
export type CommandOutput =
  | { msg: string }
  /**
   * A row may bring tables of its own along, which are printed below it. `more` says how to see the rows that were left
   * out, where there are any.
   */
  | { rows: Record<string, Cells[string] | Cells[]>[]; more?: string }
  /** Printed as it is, for a file: `--csv`. A long file is written while it is read. */
  | { file: string | AsyncIterable<string> };

/** What was typed behind a command's name. */
export interface CommandInput {
  positionals: string[];
  options: Readonly<Record<string, string | undefined>>;
  flags: ReadonlySet<string>;
}

export interface Command {
  usage: string;
  summary: string;
  /** Another name, that stands in people's scripts. */
  alias?: string;
  /** Names of its own options, each with a value. */
  options?: readonly string[];
  /** Names of its own options that stand by themselves. */
  flags?: readonly string[];
  /** Set on what takes or costs something, as a sentence about it: such a command does nothing without `--yes`. */
  confirmation?: string;
  run(deps: Deps, input: CommandInput): Promise<CommandOutput>;
}

/** Commands by name; a name is one word or two. */
export type CommandGroup = Readonly<Record<string, Command>>;
