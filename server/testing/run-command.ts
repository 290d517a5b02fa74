import type { CommandOutput } from "../desk/command-line/command.ts";
import { parseCommand, runWork } from "../desk/command-line/parse-command.ts";
import type { Deps } from "../kernel/deps.ts";

/** Reads and runs one of the operator's commands, as the command line does. */
export async function runCommand(deps: Deps, args: readonly string[]): Promise<CommandOutput> {
  const parsed = parseCommand(args);
  if (parsed.kind !== "work") throw new Error(`${args.join(" ")} does not use the database`);
  return await runWork(deps, parsed.work);
}
