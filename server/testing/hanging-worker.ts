import PgBoss from "pg-boss";

/** A worker that takes one job and never finishes it; a test kills this process. */
const [connectionString = "", queue = ""] = process.argv.slice(2);
const boss = new PgBoss({ connectionString, supervise: false, schedule: false });
await boss.start();
await boss.work(queue, { pollingIntervalSeconds: 0.5 }, async () => {
  process.stdout.write("taken up\n");
  await new Promise(() => setInterval(() => undefined, 1000));
});
