import { parseArgs } from "node:util";
import { AppError } from "../../../core/errors.ts";
import { nearestName } from "../../../core/nearest-name.ts";
import { toConstraintError } from "../../../db/constraints.ts";
import type { Deps } from "../../../deps.ts";
import type { Command, CommandGroup, CommandInput, CommandOutput } from "./command.ts";
import { bookingCommands } from "./commands/booking-commands.ts";
import { couponCommands } from "./commands/coupon-commands.ts";
import { creditCommands } from "./commands/credit-commands.ts";
import { interviewerCommands } from "./commands/interviewer-commands.ts";
import { jobCommands } from "./commands/job-commands.ts";
import { mailCommands } from "./commands/mail-commands.ts";
import { maintenanceCommands } from "./commands/maintenance-commands.ts";
import { paymentCommands } from "./commands/payment-commands.ts";
import { payoutCommands } from "./commands/payout-commands.ts";
import { reportCommands } from "./commands/report-commands.ts";
import { userCommands } from "./commands/user-commands.ts";
import { usageError } from "./read-input.ts";

/** The operator's commands by name. Each leaves a line in the audit log. */
export const commands: CommandGroup = {
  ...userCommands,
  ...interviewerCommands,
  ...bookingCommands,
  ...reportCommands,
  ...paymentCommands,
  ...payoutCommands,
  ...couponCommands,
  ...creditCommands,
  ...jobCommands,
  ...mailCommands,
  ...maintenanceCommands,
};

/** By every name under which a command is understood. */
const commandsByName = new Map(
  Object.entries(commands).flatMap(([name, command]) =>
    [name, command.alias].flatMap((given) => (given === undefined ? [] : [[given, command] as const])),
  ),
);

export interface ParsedCommand {
  command: Command;
  input: CommandInput;
  asJson: boolean;
}

/**
 * Reads a command line, before anything is opened. Throws `invalid_input` for what cannot be meant, and for a command that
 * costs something and was not confirmed.
 */
export function parseCommand(args: string[]): ParsedCommand {
  const name = [args.slice(0, 2).join(" "), args[0] ?? ""].find((words) => commandsByName.has(words));
  const command = name === undefined ? undefined : commandsByName.get(name);
  if (name === undefined || command === undefined) throw unknownCommandError(args);
  const { values, positionals } = parseOptions(command, args.slice(name.split(" ").length));
  const { yes, json, ...own } = values as Record<string, string | boolean | undefined>;
  if (command.confirmation !== undefined && yes !== true) {
    throw usageError(`${command.confirmation} Nothing was done: add --yes to do it.`);
  }
  const flags = new Set(Object.keys(own).filter((option) => own[option] === true));
  const options = Object.fromEntries(
    Object.entries(own).flatMap(([option, value]) => (typeof value === "string" ? [[option, value]] : [])),
  );
  return { command, input: { positionals: positionals, options, flags }, asJson: json === true };
}

/** Reads and runs a command in one go. */
export async function runCommand(deps: Deps, args: string[]): Promise<CommandOutput> {
  return await runParsedCommand(deps, parseCommand(args));
}

/** Runs a command that was read before. What the schema refuses is said in the words that the browser gets. */
export async function runParsedCommand(
  deps: Deps,
  { command, input }: Pick<ParsedCommand, "command" | "input">,
): Promise<CommandOutput> {
  try {
    return await command.run(deps, input);
  } catch (error) {
    throw toConstraintError(error) ?? error;
  }
}

function parseOptions(command: Command, args: string[]) {
  const texts = (command.options ?? []).map((option) => [option, { type: "string" as const }]);
  const flags = ["yes", "json", ...(command.flags ?? [])].map((flag) => [flag, { type: "boolean" as const }]);
  try {
    return parseArgs({ args, options: Object.fromEntries([...texts, ...flags]), allowPositionals: true });
  } catch (cause) {
    throw new AppError("invalid_input", { msg: `This is not how it is used: ${command.usage}`, cause });
  }
}

function unknownCommandError(args: string[]): AppError {
  const words = args.filter((word) => !word.startsWith("-")).slice(0, 2);
  const meant = nearestName(words.join(" "), commandsByName.keys());
  const offer = meant === null ? "Try: help" : `Did you mean "${meant}"?`;
  return usageError(`There is no command "${words.join(" ")}". ${offer}`);
}

const builtInCommands = {
  doctor: {
    usage: "doctor [--json]",
    summary: "ask every setting's provider whether it is right; what is wrong ends it with code 1",
  },
  help: { usage: "help [<command>]", summary: "this text, or how one of them is used" },
};

/** How the commands are used, for people: all, or those whose name begins with these words. Throws `invalid_input` for none. */
export function helpText(about: readonly string[] = []): string {
  const words = about.join(" ");
  const lines = Object.entries<Pick<Command, "usage" | "summary" | "alias">>({
    ...commands,
    ...builtInCommands,
  })
    .filter(([name, { alias }]) => words === "" || `${name} `.startsWith(`${words} `) || alias === words)
    .map(
      ([, { usage, summary, alias }]) =>
        `  ${usage}\n      ${summary}${alias === undefined ? "" : `; also: ${alias}`}`,
    );
  if (lines.length === 0) throw unknownCommandError([...about]);
  return [
    "npm run operator -- <command> [--json]",
    "",
    ...lines,
    "",
    "What costs something does nothing without --yes. Each command leaves a line in the audit log.",
    "The commands work on the same database as the running server (DATABASE_URL, or the embedded one under GREENROOM_DATA).",
  ].join("\n");
}

/** What stands behind `doctor`: whether its answer is for programs. */
export function parseDoctorArguments(args: readonly string[]): { asJson: boolean } {
  if (args.some((word) => word !== "--json"))
    throw usageError(`This is not how it is used: ${builtInCommands.doctor.usage}`);
  return { asJson: args.length > 0 };
}
