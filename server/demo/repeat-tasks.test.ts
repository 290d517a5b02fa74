import { expect, it } from "vitest";
import { writePdf } from "../testing/files/write-pdf.ts";
import { findWorkers, killWorker } from "../testing/servers/find-workers.ts";
import { openWorkerPool } from "../workers/worker-pool.ts";
import { repeatTasks } from "./repeat-tasks.ts";

it("runs a task again whose process was killed", async () => {
  const others = findWorkers();
  const pool = openWorkerPool({ processes: 1, taskMilliseconds: 20_000 });
  try {
    const { run } = repeatTasks(pool);
    await pool.warmUp();
    const saved = run("resavePdf", { content: writePdf("Feedback", ["Well done."]), maxBytes: 1_000_000 });
    const [worker] = findWorkers().filter((id) => !others.includes(id));
    killWorker(worker);
    expect((await saved).kind).toBe("saved");
  } finally {
    await pool.close();
  }
}, 120_000);
