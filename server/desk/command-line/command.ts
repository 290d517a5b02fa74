import { Command, type CommanderError, Option } from "@commander-js/extra-typings";
import { idSchema } from "@greenroom/contract/kernel/endpoint.ts";
import { emailSchema } from "@greenroom/contract/kernel/names.ts";
import { daySchema } from "@greenroom/contract/schedule/weekly-availability.ts";
import type { z } from "zod";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";

/** One line of a table. */
export type Cells = Record<string, string | number | boolean>;

/** The output of a command: a sentence, rows of a table, or a file, which is written while its rows are read. */
export type CommandOutput =
  | { msg: string }
  /** `more` says how to see the rows that were left out, if there are any. */
  | { rows: Cells[]; more?: string }
  | { file: AsyncIterable<string> };

/** The work of a command, which runs once its arguments are valid. */
export type Work = (deps: Deps) => Promise<CommandOutput>;

export interface CommandOptions {
  /** Another name, which scripts may use. */
  alias?: string;
  /**
   * A sentence about the consequences, for a command that takes or costs something. Such a command does
   * nothing without `--yes`.
   */
  confirmation?: string;
}

/**
 * The commands while they are declared. An action reads its arguments and plans its work, so that a wrong command line
 * is refused before anything is opened.
 */
export interface Commands {
  /** Adds a command, whose name is one word or two. */
  add(name: string, summary: string, options?: CommandOptions): Command;
  plan(work: Work): void;
}

/** Adds a command to the program, or to the group that its first word names. */
export function addCommand(
  program: Command,
  name: string,
  summary: string,
  { alias, confirmation }: CommandOptions = {},
): Command {
  const [groupName, ownName = groupName] = name.split(" ") as [string, string?];
  const parent = ownName === groupName ? program : findOrAddGroup(program, groupName);
  const isCostly = confirmation !== undefined;
  const command = new Command(ownName).copyInheritedSettings(parent);
  parent.addCommand(command);
  command
    .description(alias === undefined ? summary : `${summary}; also: ${alias}`)
    // Every command accepts it, and a command that costs something requires it.
    .addOption(new Option("--yes", "do it").makeOptionMandatory(isCostly).hideHelp(!isCostly))
    .option("--json", "write the output for programs")
    .exitOverride((error) => explainRefusal(command, error, confirmation));
  return command;
}

function findOrAddGroup(program: Command, name: string): Command {
  const group = program.commands.find((command) => command.name() === name);
  return (group as Command | undefined) ?? program.command(name).helpCommand(false);
}

/**
 * Throws `invalid_input` for a command line that commander refuses. For a missing value, its reader's sentence says what
 * to give.
 */
function explainRefusal(command: Command, error: CommanderError, confirmation = ""): never {
  if (error.exitCode === 0) throw error;
  const missing = findMissing(command, error.code);
  if (missing?.name() === "yes") throw usageError(`${confirmation} Nothing was done: add --yes to do it.`);
  missing?.parseArg?.("", undefined);
  const reason = error.message.replace(/^error: /, "").replace(/\.$/, "");
  throw usageError(`Usage: ${formatUsage(command)} (${reason})`);
}

/** The required argument or option that was not given. */
function findMissing(command: Command, code: string) {
  if (code === "commander.missingArgument") return command.registeredArguments[command.args.length];
  if (code !== "commander.missingMandatoryOptionValue") return undefined;
  return command.options.find(
    (option) => option.mandatory && command.getOptionValue(option.attributeName()) === undefined,
  );
}

/** A command's full name: the group's and its own. */
export function nameOf(command: Pick<Command, "name" | "parent">): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${parent.name()} ${command.name()}`;
}

/** A command's name with its arguments. */
export function formatTerm(command: Command): string {
  const values = command.registeredArguments.map((argument) => {
    const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
    return argument.required ? `<${name}>` : `[${name}]`;
  });
  return [nameOf(command), ...values].join(" ");
}

/** A command's name with its arguments and options. */
export function formatUsage(command: Command): string {
  if (command.commands.length > 0) return `${command.parent === null ? "" : `${command.name()} `}<command>`;
  const options = command.options
    .filter(({ hidden }) => !hidden)
    // `--yes` and `--json` are the same for all commands, so they come last.
    .sort((one, other) => Number(isCommon(one)) - Number(isCommon(other)))
    .map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [formatTerm(command), ...options].join(" ");
}

const isCommon = ({ long }: Pick<Option, "long">) => long === "--yes" || long === "--json";

/*
 * Readers of a command's arguments. Each throws `invalid_input` with a sentence that shows the right form,
 * also for the empty text, which stands for a missing value.
 */

export function usageError(msg: string): AppError {
  return new AppError("invalid_input", { msg });
}

export function readEmail(value: string): string {
  return readWithSchema(emailSchema, value, "Give one email address, as in: kavya@example.com");
}

export const readId = (what: string) => (value: string) =>
  readWithSchema(idSchema, value, `Give one id, as the list of ${what} shows it.`);

/** A day in the business's time zone. */
export const dayReader = (name: string) => (value: string) =>
  readWithSchema(daySchema, value, `${name} must be a day, as in: 2026-11-27.`);

export const wholeNumberReader =
  (name: string, { min, max }: { min: number; max: number }) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw usageError(`${name} must be a whole number from ${min} to ${max}.`);
    }
    return number;
  };

/** The reason of a command, which people read in their ledger and operators in the audit log. */
export function readReason(value: string): string {
  const reason = value.trim();
  if (reason === "" || reason.length > 200) throw usageError('Say why, in at most 200 letters: --reason "…"');
  return reason;
}

export function readWithSchema<T>(schema: z.ZodType<T>, value: unknown, sentence: string): T {
  const read = schema.safeParse(value);
  if (!read.success) throw usageError(sentence);
  return read.data;
}
