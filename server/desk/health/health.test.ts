import { describe, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";
import { confirmAction } from "../desk.testing.ts";

const app = useTestApp({ environment: { GREENROOM_TAGLINE: "Get ready.", GREENROOM_AI_KEY: "" } });
const owner = useBeforeAll(() => app.signUpOperator());

const get = (path: string) => app.get(owner, path);
const post = (path: string, body: object = {}) => app.post(owner, path, body);

/** A job that was given up. */
async function insertFailedJob(queue = "accounts.purge-codes"): Promise<string> {
  const { rows } = await app.deps.pool.query(
    `insert into pgboss.job (name, data, state, completed_on, output)
     select name, '{"bookingId": "b1"}', 'failed', now(), '{"message": "the printer is on fire"}'
     from pgboss.queue where name = $1 returning id`,
    [queue],
  );
  return rows[0].id;
}

describe("health", () => {
  it("names version, database, jobs and mail", async () => {
    const { status, body } = await get("/api/operator/health");
    expect(status).toBe(200);
    expect(body.database.megabytes).toBeGreaterThan(1);
    expect(body.database.schemaVersion).toMatch(/^\d{4}_\w+$/);
    expect(body.storage).toEqual({
      bucket: null,
      disk: { freeMegabytes: expect.any(Number), megabytes: expect.any(Number) },
    });
    expect(body.storage.disk.freeMegabytes).toBeGreaterThan(0);
    expect(body.storage.disk.megabytes).toBeGreaterThanOrEqual(body.storage.disk.freeMegabytes);
    expect(body).toMatchObject({ node: process.versions.node, lastBackupAt: null, refusedAddresses: 0 });
  });

  it("asks the database and every provider on request", async () => {
    const { body } = await post("/api/operator/health/checks");
    expect(body).toContainEqual({ name: "mail", level: "ok", message: "a folder, read at /dev/mailbox" });
    expect(body.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(["database", "payments", "storage", "secret", "sender"]),
    );
  });
});

describe("failed jobs", () => {
  const discard = (id: string) => confirmAction(app, owner, `/api/operator/jobs/${id}/discard`);
  const listedJob = async (id: string) =>
    (await get("/api/operator/jobs/failed")).body.find(({ _id }: { _id: string }) => _id === id);

  it("are listed with their reason, and tried again once", async () => {
    const id = await insertFailedJob();
    const { body } = await get("/api/operator/jobs/failed");
    expect(body).toContainEqual(expect.objectContaining({ _id: id, reason: "the printer is on fire" }));
    const answers = await Promise.all([1, 2].map(() => post(`/api/operator/jobs/${id}/retry`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { rows } = await app.deps.pool.query("select state, completed_on from pgboss.job where id = $1", [
      id,
    ]);
    // With a time of completion the queue's maintenance would archive it before it runs.
    expect(rows).toEqual([{ state: "retry", completed_on: null }]);
  });

  it("that send a refund are tried again under Money only, unlike the mail about it", async () => {
    const refund = await insertFailedJob("payments.send-refund");
    const mail = await insertFailedJob("payments.mail-refund");
    const { body } = await get("/api/operator/jobs/failed");
    expect(body).toContainEqual(expect.objectContaining({ _id: refund, isRefund: true }));
    expect(body).toContainEqual(expect.objectContaining({ _id: mail, isRefund: false }));
    const refused = [await post(`/api/operator/jobs/${refund}/retry`), await discard(refund)];
    for (const { status, body } of refused) {
      expect([status, body.msg]).toEqual([409, "This job moves money. Try it again under Money, Refunds."]);
    }
    expect((await discard(mail)).status).toBe(200);
  });

  it("are discarded with a reason, which the audit log keeps", async () => {
    const id = await insertFailedJob();
    expect((await discard(id)).body.msg).toBe("accounts.purge-codes is discarded.");
    expect(await listedJob(id)).toHaveProperty("restorableUntil");
    const { body } = await get("/api/operator/audit?action=job.discarded");
    expect(body[0]).toMatchObject({ subject: `job:${id}`, details: { reason: "Asked for by email" } });
  });

  it("are no longer listed an hour after they were discarded", async () => {
    const id = await insertFailedJob();
    await discard(id);
    await app.deps.pool.query(
      "update pgboss.job set completed_on = now() - interval '61 minutes' where id = $1",
      [id],
    );
    expect(await listedJob(id)).toBeUndefined();
  });

  it("that were discarded are put back once, with the error that they failed with", async () => {
    const id = await insertFailedJob();
    const restore = () => confirmAction(app, owner, `/api/operator/jobs/${id}/restoration`);
    expect((await restore()).status).toBe(404);
    await discard(id);
    const job = await listedJob(id);
    expect(Date.parse(job.restorableUntil) - Date.parse(job.failedAt)).toBe(3_600_000);
    const answers = await Promise.all([restore(), restore()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const restored = await listedJob(id);
    expect(restored).toMatchObject({ reason: "the printer is on fire" });
    expect(restored).not.toHaveProperty("restorableUntil");
    const audit = await get("/api/operator/audit?action=job.restored");
    expect(audit.body[0]).toMatchObject({ subject: `job:${id}`, details: { reason: "Asked for by email" } });
    expect((await post(`/api/operator/jobs/${id}/retry`)).status).toBe(200);
  });
});

describe("settings", () => {
  it("are shown with their meaning and value, and without secrets", async () => {
    const { body } = await get("/api/operator/settings");
    const values = body.flatMap(({ values }: { values: { name: string }[] }) => values);
    expect(values).toContainEqual({ name: "GREENROOM_TAGLINE", isSet: true, value: "Get ready." });
    for (const value of values) {
      if (/SECRET|KEY|PASSWORD|TOKEN/.test(value.name)) expect(value.value).toBeNull();
    }
    expect(JSON.stringify(body)).not.toContain("a secret that only tests have");
  });
});
