import type { Deps } from "../../deps.ts";

/** What a command has to show: a sentence, or rows for a table. */
export type CommandOutput = { msg: string } | { rows: Record<string, string | number | boolean>[] };

/** What was typed behind a command's name. */
export interface CommandInput {
  words: string[];
  options: Readonly<Record<string, string | undefined>>;
}

export interface Command {
  usage: string;
  summary: string;
  /** Names of its own options, each with a value. */
  options?: readonly string[];
  /** Set on what takes or costs something, as a sentence about it: such a command does nothing without `--yes`. */
  costs?: string;
  run(deps: Deps, input: CommandInput): Promise<CommandOutput>;
}

/** Commands by name; a name is one word or two. */
export type CommandGroup = Readonly<Record<string, Command>>;
