import { createDeps } from "./create-deps.ts";
import { parseCommand, printOutput, runWork } from "./desk/command-line/parse-command.ts";
import { runDoctor } from "./doctor.ts";
import { jobHandlers } from "./job-handlers.ts";
import { readConfig } from "./kernel/config/config.ts";
import { openPool } from "./kernel/db/database.ts";
import { openPostgres } from "./kernel/db/embedded-postgres.ts";
import { migrate } from "./kernel/db/migrate.ts";
import { AppError } from "./kernel/errors.ts";
import { createLog } from "./kernel/log.ts";
import { loadSecret } from "./kernel/secrets.ts";

/** `npm run operator -- <command>`. The exit code is 2 for wrong arguments, and 1 for a failed command. */
async function main(args: string[]): Promise<void> {
  const parsed = parseCommand(args);
  if (parsed.kind === "help") {
    process.stdout.write(parsed.text);
    return;
  }
  const { asJson } = parsed;
  if (parsed.kind === "doctor") return await printFindings(asJson);
  const config = readConfig(process.env);
  const log = createLog("warn");
  const postgres = await openPostgres(config);
  try {
    const { connectionString } = postgres;
    const ownSession = config.scaling.directDatabaseUrl ?? connectionString;
    const pool = openPool({ connectionString: ownSession, log, max: 1, silentMilliseconds: null });
    await migrate(pool, (line) => process.stderr.write(`${line}\n`)).finally(() => pool.end());
    const secret = await loadSecret(config.secret, config.dataDirectory);
    // The statements of `verify` may take minutes.
    const deps = await createDeps({ config, log, connectionString, secret, silentMilliseconds: null });
    try {
      // The running server runs the jobs that a command enqueues; here only their queues must exist.
      await deps.jobs.prepare(jobHandlers(deps));
      const output = await runWork(deps, parsed.work);
      process.stdout.write(`${printOutput(output, asJson)}\n`);
    } finally {
      await deps.close();
    }
  } finally {
    await postgres.stop();
  }
}

/** Checks every setting with its provider. The exit code is 1 if a problem is found. */
async function printFindings(asJson: boolean): Promise<void> {
  const findings = await runDoctor(process.env);
  const lines = findings.map(
    ({ level, name, message }) => `${level.padEnd(7)}  ${name.padEnd(18)}  ${message}`,
  );
  process.stdout.write(`${asJson ? JSON.stringify(findings) : lines.join("\n")}\n`);
  if (findings.some(({ level }) => level === "error")) process.exitCode = 1;
}

/** Formats any error in one line. A connection that was refused at several addresses has no message of its own. */
function formatError(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  const code = (first as NodeJS.ErrnoException | null)?.code ?? "";
  if (["ECONNREFUSED", "ENOTFOUND", "ENOENT", "ETIMEDOUT", "57P03"].includes(code)) {
    return `The database cannot be reached: ${message}`;
  }
  return message.split("\n")[0] ?? "";
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${formatError(error)}\n`);
  process.exitCode = error instanceof AppError && error.code === "invalid_input" ? 2 : 1;
});
