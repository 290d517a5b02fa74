import { describe, expect, it } from "vitest";
import { deleteOwnAccount, useBeforeAll, useTestApp } from "../../testing/app.ts";

const app = useTestApp();
const owner = useBeforeAll(() => app.signUpOperator());

const list = (query = "", by = owner) => app.get(by, `/api/operator/audit${query}`);

async function insertLines(action: string, count: number, after = "2026-11-01T00:00:00Z") {
  await app.deps.pool.query(
    `insert into audit_log (actor, action, subject, details, created_at)
     select 'system', $1, 'user:' || n, '{"note": "=1+1"}', $3::timestamptz + n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [action, count, after],
  );
}

describe("the audit log", () => {
  it("is read page by page, newest first, without gap or repetition", async () => {
    await insertLines("test.paged", 60);
    const ids: string[] = [];
    let path: string | null = "?action=test.paged&limit=25";
    while (path !== null) {
      const { body, headers } = await list(path);
      ids.push(...body.map(({ _id }: { _id: string }) => _id));
      const next: string | undefined = /<([^>]+)>/.exec(headers.get("link") ?? "")?.[1];
      path = next === undefined ? null : next.replace("/api/operator/audit", "");
    }
    expect(ids).toHaveLength(60);
    expect(ids.map(Number)).toEqual([...ids.map(Number)].sort((a, b) => b - a));
  });

  it.each([
    ["?action=test.filtered", 5],
    ["?action=test.filtered&subject=user:3", 1],
    ["?action=test.filtered&to=2026-10-01T00:02:00Z", 2],
    ["?action=test.filtered&from=2026-10-01T00:04:00Z", 2],
    ["?action=test.filtered&actor=system", 5],
    ["?action=test.filtered&actor=command%20line", 0],
    ["?action=none.such", 0],
  ])("%s has %i lines", async (query, count) => {
    const { body } = await list("?action=test.filtered");
    // They are older than the lines of other tests: a period ends with the newest line of its time, whose number is the
    // highest in a real log.
    if (body.length === 0) await insertLines("test.filtered", 5, "2026-10-01T00:00:00Z");
    expect((await list(query)).body).toHaveLength(count);
  });

  it("has a line for each read and each export", async () => {
    await list(`?actor=${owner.user._id}`);
    const file = await app.get(owner, "/api/operator/audit.csv?action=test.paged");
    expect(file.status).toBe(200);
    const { body } = await list(`?actor=${owner.user._id}`);
    expect(body.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(["desk.audit-viewed", "desk.list-exported"]),
    );
    expect(body[0].actor).toContain(owner.user.email);
  });

  it("is exported without formulas, by owners only", async () => {
    await insertLines("=cmd", 1);
    const support = await app.signUpOperator({ level: "support" });
    expect((await app.get(support, "/api/operator/audit.csv")).status).toBe(403);
    const { body } = await app.get(owner, "/api/operator/audit.csv?action=%3Dcmd");
    expect(body).toContain(",'=cmd,");
    for (const text of ["+cmd", "-cmd", "@cmd", "\tcmd"]) {
      await insertLines(text, 1);
      const query = new URLSearchParams({ action: text });
      const exported = await app.get(owner, `/api/operator/audit.csv?${query}`);
      expect(exported.body).toContain(`'${text}`);
    }
  });

  it("is searched by the names of people, and keeps the name that somebody had then", async () => {
    const rename = (firstName: string) =>
      app.post(person, "/api/user/account", {
        firstName,
        lastName: "Banerjee",
        mobileNumber: "+91 98765 43210",
      });
    const person = await app.signUp({ firstName: "Ishita", lastName: "Sen" });
    app.clock.advance({ minutes: 1 });
    await rename("Ishita");
    app.clock.advance({ minutes: 1 });
    await rename("Isha");
    const read = async (query: string) =>
      (await list(query)).body.map(({ action, actor }: { action: string; actor: string }) => [
        action,
        actor.split(" (")[0],
      ]);
    const lines = await read("?doneBy=isha%20ban");
    expect(lines).toContainEqual(["account.created", "Ishita Sen"]);
    expect(lines.filter(([action]: string[]) => action === "account.changed")).toEqual([
      ["account.changed", "Isha Banerjee"],
      ["account.changed", "Ishita Banerjee"],
    ]);
    const { body } = await list("?about=isha%20ban&action=account.created");
    expect(body).toMatchObject([{ subjectName: "Ishita Sen" }]);
    expect(await read("?doneBy=nobody%20at%20all")).toEqual([]);
    // The log must not contain the name that an operator searched for.
    const looks = await list(`?actor=${owner.user._id}&action=desk.audit-viewed`);
    expect(JSON.stringify(looks.body.map(({ details }: { details: object }) => details))).not.toMatch(
      /isha/i,
    );
  });

  it("forgets the names that somebody had when their account is deleted", async () => {
    const person = await app.signUp({ firstName: "Tara", lastName: "Before" });
    const { token } = person;
    app.clock.advance({ minutes: 1 });
    const body = { firstName: "Tara", lastName: "After", mobileNumber: "+91 98765 43210" };
    await app.post({ token }, "/api/user/account", body);
    const created = async () =>
      (await list(`?about=${person.user._id}&action=account.created`)).body[0].subjectName;
    expect(await created()).toBe("Tara Before");
    await deleteOwnAccount(app, person);
    expect(await created()).not.toMatch(/Tara|Before/);
  });

  it("names every kind of action once", async () => {
    await insertLines("test.named", 2);
    const { body } = await app.get(owner, "/api/operator/audit/actions");
    expect(body).toEqual([...new Set(body)]);
    expect(body).toEqual(expect.arrayContaining(["test.named", "role.operator-granted"]));
  });

  it.each(["update audit_log set action = 'x'", "delete from audit_log"])(
    "%s is refused by the database",
    async (statement) => {
      await expect(app.deps.pool.query(statement)).rejects.toThrow();
    },
  );

  it.each(["?from=yesterday", "?actor=me", "?after=x", "?limit=0"])(
    "%s is refused with the field's name",
    async (query) => {
      const { status, body } = await list(query);
      expect(status).toBe(400);
      expect(body.details[0].path).toBe(/\?(\w+)/.exec(query)?.[1]);
    },
  );
});
