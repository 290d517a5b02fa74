import { Command, CommanderError, Option } from "@commander-js/extra-typings";
import { toConstraintError } from "../../kernel/db/database-errors.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { addCommands, type Cells, type CommandOptions, type CommandOutput, type Work } from "./commands.ts";

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
  let text = "";
  let doctor = false;
  let planned: Work | null = null;
  let asJson = false;
  const aliases = new Map<string, string>();
  const program = new Command("npm run operator --")
    .description(
      "The operator's commands. They work on the same database as the running server (DATABASE_URL, or the embedded one under GREENROOM_DATA).",
    )
    .exitOverride()
    .configureOutput({ writeOut: (part) => (text += part), writeErr: () => undefined })
    .configureHelp({
      subcommandTerm: (command) =>
        `${nameOf(command as Command)} ${command.usage().replace("[options] ", "")}`.replace(
          " [options]",
          "",
        ),
      visibleCommands: (command) => listCommands(command as Command),
    });
  program.addHelpText(
    "after",
    "\n`help <group>` or `<command> --help` shows more. Commands with lasting effects do nothing without --yes.\nEach command leaves a line in the audit log.",
  );

  function add(name: string, summary: string, { alias, confirmation }: CommandOptions = {}): Command {
    if (alias !== undefined) aliases.set(alias, name);
    const [groupName, ownName = groupName] = name.split(" ") as [string, string?];
    const group = program.commands.find((command) => command.name() === groupName);
    const parent =
      ownName === groupName ? program : ((group ?? program.command(groupName).helpCommand(false)) as Command);
    return (
      (parent.command(ownName) as Command)
        .description(alias === undefined ? summary : `${summary}; also: ${alias}`)
        // Every command accepts it, and a command that costs something requires it.
        .addOption(
          new Option("--yes", confirmation ?? "do it")
            .makeOptionMandatory(confirmation !== undefined)
            .hideHelp(confirmation === undefined),
        )
        .option("--json", "write the output for programs")
    );
  }
  addCommands({
    add,
    plan(work) {
      planned = work;
    },
  });
  add("doctor", "check every setting with its provider; exits with 1 if one is wrong").action(() => {
    doctor = true;
  });
  program.hook("postAction", (_program, command) => {
    asJson = command.getOptionValue("json") === true;
  });

  const [first = "help", ...others] = args;
  try {
    program.parse([...(aliases.get(first)?.split(" ") ?? [first]), ...others], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0 && error.code !== "commander.help") {
      const reason = error.message.replace(/^error: /, "").replaceAll("\n", " ");
      throw new AppError("invalid_input", { msg: `${reason}. Try: help`, cause: error });
    }
  }
  if (planned !== null) return { kind: "work", work: planned, asJson };
  return doctor ? { kind: "doctor", asJson } : { kind: "help", text };
}

/** A command's full name: the group's and its own. */
function nameOf(command: Pick<Command, "name" | "parent">): string {
  const { parent } = command;
  return parent === null || parent.parent === null ? command.name() : `${parent.name()} ${command.name()}`;
}

/** All commands of the program or of a group. */
function listCommands({ commands }: Command): Command[] {
  return (commands as Command[]).flatMap((command) =>
    command.commands.length > 0 ? listCommands(command) : [command],
  );
}

/** Runs a command that was read before. An input that the schema refuses gets the same message as in the browser. */
export async function runWork(deps: Deps, work: Work): Promise<CommandOutput> {
  try {
    return await work(deps);
  } catch (error) {
    throw toConstraintError(error) ?? error;
  }
}

/** A command's output as people read it, or with `asJson` as programs do. */
export function printOutput(output: CommandOutput, asJson = false): string {
  if (asJson) return JSON.stringify("rows" in output ? output.rows : output);
  if ("msg" in output) return output.msg;
  return output.rows.length === 0 ? "There are none yet." : printTable(output.rows);
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
