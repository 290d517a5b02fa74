import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build, findStale } from "./lib-build.mjs";
import { book, bookContinuously, checkRecords, operator, signIn, startServer } from "./lib-drill.mjs";
import { prepare } from "./lib-prepare.mjs";
import { runScript, step, withLock } from "./lib-steps.mjs";

/* `npm run drill -- restore`: backs up a server with demo data while it takes bookings and starts the copy.
   People sign in to the copy and find their data, and `verify` checks every invariant. It uses the built
   product in separate processes and temporary folders, and does not touch your data. */
await runScript(async () => {
  await prepare({ built: false });
  // The drill only needs the API.
  await withLock(async () => {
    if ((await findStale()).includes("server")) await build(["server"]);
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-drill-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const servers = [];
  try {
    await runDrill(folder, servers);
  } finally {
    for (const server of servers) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function runDrill(folder, servers) {
  const [before, after] = ["first", "backup"].map((name) => ({ GREENROOM_DATA: path.join(folder, name) }));
  const first = await step("Starting a server with demo data", () => startServer(before, servers));
  const person = await signIn(first);
  const booked = await book(first, person);
  const load = bookContinuously(first, person);
  let during = 0;
  try {
    await step("Backing it up while it takes bookings", () =>
      operator(before, "backup", after.GREENROOM_DATA),
    );
  } finally {
    during = await load.stop();
  }
  await first.stop();

  const second = await step("Starting a server on the backup", () => startServer(after, servers));
  const found = await step("Looking for what was there", () => checkRecords(second, person, booked));
  const checks = JSON.parse(await operator(after, "verify", "--json"));
  await second.stop();

  for (const { holds } of checks) process.stdout.write(`  holds: ${holds}\n`);
  process.stdout.write(
    `\nRestored: ${found} bookings of one person, ${during} changes made during the backup, ${checks.length} of ${checks.length} checks hold.\n`,
  );
}
