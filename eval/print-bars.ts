import { readConfig } from "../server/kernel/config/config.ts";
import { openModel } from "../server/vendors/ai/open-model.ts";
import type { TextModel } from "../server/vendors/ai/port.ts";
import type { Bar } from "./bars.ts";

/** Prints the result of each bar. Returns whether none is missed. */
export function printBars(title: string, bars: readonly Bar[]): boolean {
  const widest = Math.max(...bars.map(({ name }) => name.length));
  process.stdout.write(`\n${title}\n`);
  for (const { name, value, isMet } of bars) {
    const mark = isMet === null ? "-   " : isMet ? "ok  " : "MISS";
    process.stdout.write(`  ${mark}  ${name.padEnd(widest)}  ${value}\n`);
  }
  return bars.every(({ isMet }) => isMet !== false);
}

/** Opens the model of these settings. */
export function openModelOf(settings: Readonly<Record<string, string | undefined>>): TextModel {
  const { ai } = readConfig(settings);
  if (ai === null)
    throw new Error("GREENROOM_AI_URL and GREENROOM_AI_MODEL must be set together with GREENROOM_AI_KEY.");
  return openModel(ai);
}

/** Runs an evaluation. The process exits with 1 when a bar is missed or the evaluation fails. */
export function runEvaluation(run: () => Promise<boolean>): void {
  run().then(
    (isMet) => {
      process.exitCode = isMet ? 0 : 1;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    },
  );
}
