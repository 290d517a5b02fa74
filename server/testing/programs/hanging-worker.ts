import { pino } from "pino";
import { z } from "zod";
import { defineHandler, defineJob, openJobQueue } from "../../kernel/jobs.ts";

/** A worker that takes one job and never finishes it; a test kills this process. */
const [connectionString = "", name = ""] = process.argv.slice(2);
const queue = await openJobQueue(connectionString, pino({ level: "silent" }));
const job = defineJob(name, z.object({}), { expireSeconds: 3600 });
const hang = defineHandler(job, async () => {
  process.stdout.write("taken up\n");
  await new Promise(() => setInterval(() => undefined, 1000));
});
await queue.work(null, [hang]);
