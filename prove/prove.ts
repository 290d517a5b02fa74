import { loadavg } from "node:os";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import type { Part, PartResult } from "./lib/part.ts";
import { access, model, weeks } from "./lib/run-tests.ts";
import { closeOpenTestBeds } from "./lib/test-bed.ts";
import { crash } from "./parts/crash.ts";
import { fuzz } from "./parts/fuzz.ts";
import { race } from "./parts/race.ts";
import { stampede } from "./parts/stampede.ts";
import { findUnnoticedRules } from "./sensitivity.ts";

/* `npm run prove`: see README.md beside this file. */

const parts: Part[] = [race, stampede, crash, model, weeks, access, fuzz];

const values = describeCommand(
  "prove",
  "Puts the product under load and faults, and checks that every rule holds.",
)
  .option("--only <parts>", `some parts: ${parts.map(({ name }) => name).join(", ")}`, "")
  .option("--long", "more of everything, in half an hour or more", false)
  .option("--seed <number>", "the random choices of an earlier run", readWholeNumber)
  .option("--match <text>", "with --only fuzz: operations whose name contains this", "")
  .option("--sensitivity", "drops the database's rules one by one; --only names some", false)
  .parse()
  .opts<{
    only: string;
    long: boolean;
    seed?: number;
    match: string;
    sensitivity: boolean;
  }>();

interface Row extends PartResult {
  part: string;
  seed: number;
  seconds: number;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function chooseParts(only: string): Part[] {
  const names = only.split(",").filter((name) => name !== "");
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `There is no part "${unknown}": the parts are ${parts.map(({ name }) => name).join(", ")}.`,
    );
  }
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
}

/** A part that ends with an error has proved nothing, so it counts as a violation. */
async function runPart(part: Part, seed: number): Promise<Row> {
  const startedAt = performance.now();
  const result = await part.run({ seed, isLong: values.long, match: values.match }).catch((error: Error) => ({
    figures: {},
    violations: [`the part broke down: ${error.stack ?? error}`],
  }));
  return {
    part: part.name,
    seed,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    ...result,
  };
}

function printRow({ part, seed, seconds, figures, violations }: Row): void {
  const texts = Object.entries(figures).map(([name, value]) => `${name} ${value}`);
  print(
    `${violations.length === 0 ? "ok    " : "FAILED"}  ${part.padEnd(10)} ${texts.join("; ")} (seed ${seed}, ${seconds} s)`,
  );
  for (const violation of violations.slice(0, 20)) print(`        - ${violation}`);
  if (violations.length > 20) print(`        - and ${violations.length - 20} more`);
  if (violations.length > 0)
    print(`        again: npm run prove -- --only ${part} --seed ${seed}${values.long ? " --long" : ""}`);
}

async function main(): Promise<void> {
  if (values.sensitivity) {
    if ((await findUnnoticedRules(values.only, print)).length > 0) process.exitCode = 1;
    return;
  }
  const seed = values.seed ?? Date.now() % 1_000_000;
  const rows: Row[] = [];
  for (const part of chooseParts(values.only)) {
    const row = await runPart(part, seed);
    printRow(row);
    rows.push(row);
  }
  const failed = rows.filter(({ violations }) => violations.length > 0);
  print(
    `${rows.length - failed.length} of ${rows.length} parts hold; machine load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void closeOpenTestBeds().finally(() => process.exit(130)));
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
