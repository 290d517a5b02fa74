import { readConfig } from "./config.ts";
import { openPool } from "./db/database.ts";
import { startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { createDeps } from "./deps.ts";
import { runDoctor } from "./doctor/run-doctor.ts";
import { helpText, perform, readCommand, readDoctor } from "./domains/operator/commands.ts";
import { printOutput } from "./domains/operator/print-output.ts";
import { AppError } from "./http/errors.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createLog } from "./log.ts";
import { loadSecret } from "./secret.ts";

/** `npm run operator -- <command>`; the process ends with 2 for what was typed wrongly, 1 for what could not be done. */
async function main(given: string[]): Promise<void> {
  if (given.length === 0 || given[0] === "help" || given.includes("--help")) {
    const about = given.filter((word) => word !== "help" && !word.startsWith("--")).slice(0, 2);
    process.stdout.write(`${helpText(about)}\n`);
    return;
  }
  if (given[0] === "doctor") return await tellFindings(readDoctor(given.slice(1)).asJson);
  const { asJson, ...read } = readCommand(given);
  const config = readConfig(process.env);
  const log = createLog("warn");
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log: () => undefined })
      : null;
  try {
    const connectionString = embedded?.connectionString ?? (config.databaseUrl as string);
    const pool = openPool(connectionString, log, 1);
    await migrate(pool, () => undefined).finally(() => pool.end());
    const secret = await loadSecret(config.secret, config.dataDirectory);
    const deps = await createDeps({ config, log, connectionString, secret });
    try {
      // Jobs that a command sends are done by the running server; here their queues must only be there.
      await deps.jobs.prepare(jobHandlers(deps));
      const output = await perform(deps, read);
      const shown = asJson ? JSON.stringify("rows" in output ? output.rows : output) : printOutput(output);
      process.stdout.write(`${shown}\n`);
    } finally {
      await deps.close();
    }
  } finally {
    await embedded?.stop();
  }
}

/** Asks every setting's provider whether it is right; what is wrong ends the process with 1. */
async function tellFindings(asJson: boolean): Promise<void> {
  const findings = await runDoctor(process.env);
  const lines = findings.map(({ level, what, says }) => `${level.padEnd(5)}  ${what.padEnd(18)}  ${says}`);
  process.stdout.write(`${asJson ? JSON.stringify(findings) : lines.join("\n")}\n`);
  if (findings.some(({ level }) => level === "wrong")) process.exitCode = 1;
}

/** One line, whatever went wrong; a connection refused at several addresses has no message of its own. */
function sentenceOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  const code = (first as NodeJS.ErrnoException | null)?.code ?? "";
  if (["ECONNREFUSED", "ENOTFOUND", "ENOENT", "ETIMEDOUT", "57P03"].includes(code)) {
    return `The database cannot be reached: ${message}`;
  }
  return message.split("\n")[0] ?? "";
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = error instanceof AppError && error.code === "invalid_input" ? 2 : 1;
});
