import { Command, CommanderError } from "@commander-js/extra-typings";
import { nearestName } from "../../kernel/config/environment.ts";
import { toConstraintError } from "../../kernel/db/database-errors.ts";
import type { Deps } from "../../kernel/deps.ts";
import {
  addCommand,
  type Cells,
  type CommandOutput,
  type Commands,
  formatTerm,
  formatUsage,
  nameOf,
  usageError,
  type Work,
} from "./command.ts";
import { addCommands } from "./commands.ts";

/**
 * The result of reading a command line: a text to print, the check of all settings, or work on the database.
 */
export type ParsedCommand =
  | { kind: "help"; text: string }
  | { kind: "doctor"; asJson: boolean }
  | { kind: "work"; work: Work; asJson: boolean };

/**
 * Reads a command line before anything is opened. Throws `invalid_input` for an invalid command line, and for
 * a command that costs something and was not confirmed.
 */
export function parseCommand(args: readonly string[]): ParsedCommand {
  let parsed: ParsedCommand = { kind: "help", text: "" };
  const program = new Command("operator")
    .description(
      "The operator's commands. They work on the same database as the running server (DATABASE_URL, or the embedded one under GREENROOM_DATA).",
    )
    .exitOverride()
    .helpCommand(false)
    .helpOption("--help", "show this help")
    .configureOutput({
      writeOut(text) {
        parsed = { kind: "help", text: `${parsed.kind === "help" ? parsed.text : ""}${text}` };
      },
      writeErr: () => undefined,
    })
    .configureHelp({
      commandUsage: (command) => `npm run operator -- ${formatUsage(command as Command)}`,
      subcommandTerm: (command) => formatTerm(command as Command),
      visibleCommands: (command) => listCommands(command as Command),
    });
  program.addHelpText(
    "after",
    "\n`help <command>` or `<command> --help` shows a command's options. Commands with lasting effects do nothing without --yes.\nEach command leaves a line in the audit log.",
  );
  const aliases = new Map<string, string>();
  let planned: Work | null = null;
  const commands: Commands = {
    add(name, summary, options = {}) {
      if (options.alias !== undefined) aliases.set(options.alias, name);
      return addCommand(program, name, summary, options);
    },
    plan(work) {
      planned = work;
    },
  };
  addCommands(commands);
  commands.add("doctor", "check every setting with its provider; exits with 1 if one is wrong").action(() => {
    parsed = { kind: "doctor", asJson: false };
  });
  commands
    .add("help", "show this text, or the help of a command")
    .argument("[command...]")
    .action((words) => findCommand(program, expandAlias(words, aliases)).outputHelp());
  program.hook("postAction", (_program, command) => {
    const asJson = command.getOptionValue("json") === true;
    if (parsed.kind === "doctor") parsed = { kind: "doctor", asJson };
    if (planned !== null) parsed = { kind: "work", work: planned, asJson };
  });

  const given = expandAlias(args.length === 0 ? ["help"] : args, aliases);
  try {
    program.parse(given, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw unknownCommandError(program, given);
  }
  return parsed;
}

/**
 * Runs a command that was read before. An input that the schema refuses gets the same message as in the
 * browser.
 */
export async function runWork(deps: Deps, work: Work): Promise<CommandOutput> {
  try {
    return await work(deps);
  } catch (error) {
    throw toConstraintError(error) ?? error;
  }
}

/** All commands of the program or of a group. */
function listCommands({ commands }: Command): Command[] {
  return (commands as Command[]).flatMap((command) =>
    command.commands.length > 0 ? listCommands(command) : [command],
  );
}

function expandAlias(args: readonly string[], aliases: ReadonlyMap<string, string>): string[] {
  const [first = "", ...others] = args;
  return [...(aliases.get(first)?.split(" ") ?? args.slice(0, 1)), ...others];
}

/** The program, a group or a command, by its words. Throws `invalid_input` if there is none. */
function findCommand(program: Command, words: readonly string[]): Command {
  return words.reduce((found, word) => {
    const next = found.commands.find((command) => command.name() === word);
    if (next === undefined) throw unknownCommandError(program, words);
    return next as Command;
  }, program);
}

function unknownCommandError(program: Command, args: readonly string[]) {
  const words = args.filter((word) => !word.startsWith("-")).slice(0, 2);
  const group = program.commands.find(
    (command) => command.name() === words[0] && command.commands.length > 0,
  );
  if (group !== undefined && words.length === 1) {
    return usageError(
      `Say which command: ${listCommands(group as Command)
        .map(nameOf)
        .join(", ")}.`,
    );
  }
  const meant = nearestName(words.join(" "), listCommands(program).map(nameOf));
  const offer = meant === null ? "Try: help" : `Did you mean "${meant}"?`;
  return usageError(`There is no command "${words.join(" ")}". ${offer}`);
}

/** A command's output as people read it, or with `asJson` as programs do, piece by piece. */
export async function* printOutput(output: CommandOutput, asJson = false): AsyncGenerator<string> {
  if ("file" in output) yield* output.file;
  else if (asJson) yield `${JSON.stringify("rows" in output ? output.rows : output)}\n`;
  else yield `${"msg" in output ? output.msg : printRows(output)}\n`;
}

function printRows({ rows, more }: Extract<CommandOutput, { rows: unknown }>): string {
  if (rows.length === 0) return "There are none yet.";
  return more === undefined ? printTable(rows) : `${printTable(rows)}\n\n${more}`;
}

/** Rows under their columns' names, each column as wide as it needs. */
function printTable(rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? "")))];
  // Not Math.max(...lengths): a call takes some 100,000 arguments at most.
  const widths = columns.map((_column, index) =>
    lines.reduce((width, cells) => Math.max(width, cells[index]?.length ?? 0), 0),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
