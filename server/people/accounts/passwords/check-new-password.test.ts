import { passwordTooEasyMessage } from "@greenroom/contract/people/accounts.ts";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { objectStreamBomb } from "../../../testing/files/hostile-files.ts";
import { openTestWorkerPool } from "../../../testing/servers/spawned-server.ts";
import type { WorkerPool } from "../../../workers/worker-pool.ts";
import { checkNewPassword } from "./check-new-password.ts";

let workers: WorkerPool;
afterEach(() => workers.close());

const check = (password: string) =>
  checkNewPassword(
    { workers, log: pino({ level: "silent" }) },
    { password, personal: ["meera@example.com", "Meera"] },
    "password",
  );

async function expectRefusals(): Promise<void> {
  await expect(check("Meera@1992")).rejects.toMatchObject({
    code: "invalid_input",
    details: [{ path: "password", msg: passwordTooEasyMessage }],
  });
  await expect(check("brave-Otter-77!")).resolves.toBeUndefined();
}

it("refuses a password that is easy to guess", async () => {
  workers = openTestWorkerPool();
  await expectRefusals();
}, 60_000);

it("does so while files keep all worker processes busy", async () => {
  workers = openTestWorkerPool({ processes: 1, maxWaiting: 0, taskMilliseconds: 20_000 });
  const upload = workers.run("resavePdf", { content: objectStreamBomb(16), maxBytes: 1_000_000 });
  await expectRefusals();
  await upload.catch(() => undefined);
}, 60_000);
