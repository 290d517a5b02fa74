import { addMinutes, roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import { mentorPageFieldsSchema } from "@greenroom/contract/people/mentors.ts";
import { describe, expect, it } from "vitest";
import { payInSandbox, withoutProviders } from "../create-deps.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import { presentMentor, publicColumns, selectListedMentors } from "../people/interviewers/listed-mentors.ts";
import { createTestApp, useTestApp } from "../testing/app.ts";
import { writePdf } from "../testing/files.ts";
import { findWorkers, killWorker } from "../testing/processes.ts";
import { openWorkerPool } from "../workers/worker-pool.ts";
import { nextFiveMinutes } from "./demo-interviews.ts";
import { createDemoAccounts, grantDemoRoles, pastInterviews } from "./demo-people.ts";
import { clearUnfinishedDemo, loadDemo, repeatTasks } from "./load-demo.ts";

describe("create demo people", () => {
  const app = useTestApp();

  it("the demo's people have their roles since they joined", async () => {
    const joinedAt = addMinutes(app.clock.now(), -20 * 24 * 60);
    await inTransaction(app.deps.database, (tx) =>
      createDemoAccounts(tx, { password: "brave-Otter-77!", joinedAt }),
    );
    await grantDemoRoles(app.deps, { joinedAt });
    const people = await app.deps.database
      .selectFrom("users")
      .select(["role", "operatorLevel", "createdAt"])
      .execute();
    expect(people.filter(({ role }) => role === "interviewer")).toHaveLength(4);
    expect(people.filter(({ operatorLevel }) => operatorLevel === "owner")).toHaveLength(1);
    expect(new Set(people.map(({ createdAt }) => createdAt.getTime()))).toEqual(
      new Set([joinedAt.getTime()]),
    );
    const grants = await app.deps.database
      .selectFrom("auditLog")
      .select(["action", "createdAt"])
      .where("action", "like", "role.%")
      .execute();
    expect(grants).toHaveLength(5);
    expect(grants.filter(({ createdAt }) => createdAt.getTime() !== joinedAt.getTime())).toEqual([]);
  });
});

/** Everything that a provider is asked fails. */
const failing = new Proxy({} as never, {
  get: () => () => Promise.reject(new Error("A provider was asked.")),
});

describe("demo data", () => {
  it("asks no real provider", async () => {
    const app = await createTestApp({ overrides: { payments: failing, storage: failing } });
    const deps = { ...app.deps, mail: failing, scanner: failing, ai: failing, transcription: failing };
    await loadDemo(withoutProviders(deps), payInSandbox);
    const { rows } = await app.deps.pool.query(
      "select count(*)::integer as files, count(held_at)::integer as held from feedback_files",
    );
    expect(rows).toEqual([
      { files: pastInterviews.filter(({ feedback }) => feedback !== null).length, held: 0 },
    ]);
    const listed = await selectListedMentors(app.deps.database).select(publicColumns("UTC")).execute();
    expect(listed.map(({ slug }) => slug).sort()).toEqual(["arjun-r", "dev-p", "kavya-m", "sana-k"]);
    expect(listed.map(({ checks }) => checks.length).sort()).toEqual([0, 2, 2, 2]);
    for (const row of listed) {
      const { slug, headline, approach, years, roles, levels, topics, languages } = presentMentor(row);
      const written = { slug, headline, approach, years, roles, levels, topics, languages };
      // Its mentor can save it as it is.
      mentorPageFieldsSchema.parse({ ...written, showsLastName: true, isListed: true });
    }
    await app.close();
  }, 120_000);

  it("that was interrupted is made again at the next start", async () => {
    const app = await createTestApp();
    let orders = 0;
    const stopped = loadDemo(withoutProviders(app.deps), async (deps, orderId) => {
      orders += 1;
      if (orders === 2) throw new Error("The server was stopped.");
      return await payInSandbox(deps, orderId);
    });
    await expect(stopped).rejects.toThrow("The server was stopped.");
    await clearUnfinishedDemo(app.deps.pool);
    const { rows } = await app.deps.pool.query(
      "select nspname from pg_namespace where nspname !~ '^pg_|^information_schema'",
    );
    expect(rows).toEqual([{ nspname: "public" }]);
    await app.close();
  });
});

describe("the interview that is about to start", () => {
  it.each([
    ["06:30:00.000", "06:35"],
    ["06:32:00.000", "06:35"],
    ["06:32:00.001", "06:40"],
    ["06:59:59.999", "07:05"],
    ["23:58:00.000", "00:05"],
  ])("on a first start at %s, it begins at %s, and its room is open", (first, start) => {
    const now = new Date(`2026-11-20T${first}Z`);
    const startsAt = nextFiveMinutes(now, 3);
    expect(startsAt.toISOString().slice(11, 16)).toBe(start);
    expect(addMinutes(startsAt, -roomOpensMinutesBefore) <= now).toBe(true);
  });
});

describe("repeat tasks", () => {
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
});
