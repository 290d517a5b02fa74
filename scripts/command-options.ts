import { Command, InvalidArgumentError } from "commander";

/**
 * A command of package.json, such as `npm run prove -- --long`. The caller adds its options; `--help` lists them, and an
 * option that does not exist ends the process with a message and code 1.
 */
export function describeCommand(script: string, description: string): Command {
  return new Command(`npm run ${script} --`)
    .usage("[options]")
    .description(description)
    .allowExcessArguments(false)
    .showHelpAfterError();
}

/** Reads an option's value as a whole number that is not negative; commander prints the error. */
export function readWholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError("Give a whole number.");
  return Number(text);
}

/** Reads an option's value as one or more whole numbers, separated by commas. */
export function readWholeNumbers(text: string): number[] {
  return text.split(",").map(readWholeNumber);
}
