import type { TimelineEvent } from "@greenroom/contract/desk/people.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type BookedInterview, createBookedInterview } from "../../schedule/bookings/bookings.testing.ts";
import { type SignedUpUser, useTestApp } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { findPersonIds } from "./find-people.ts";

const app = useTestApp();
let owner: SignedUpUser;
let support: SignedUpUser;
let booked: BookedInterview;
beforeAll(async () => {
  owner = await app.signUpOperator();
  support = await app.signUpOperator({ level: "support" });
  booked = await createBookedInterview(app);
  await buy(app, booked.interviewee, "Pro");
  await app.runJobs();
});

const get = (path: string, by = owner) => app.get(by, `/api/operator/people${path}`);
const search = async (query: Record<string, string>) => (await get(`?${new URLSearchParams(query)}`)).body;
const emails = async (query: Record<string, string>) =>
  (await search(query)).map(({ email }: { email: string }) => email);
const auditOf = async (action: string) =>
  await app.deps.database
    .selectFrom("auditLog")
    .select(["subject", "details", "actorUserId"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .execute();
const payment = () =>
  app.deps.database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select(["payments.id", "payments.providerPaymentId", "orders.receipt"])
    .executeTakeFirstOrThrow();

describe("the search", () => {
  it.each([
    ["part of a name", "andi"],
    ["two words of the name in another order", "idate cand"],
    ["a mobile number as people write it", "+91 98765-43210 cand"],
  ])("finds a person by %s", async (_name, q) => {
    if (q === "andi") expect(await emails({ q: "cand" })).toEqual([booked.interviewee.user.email]);
    else expect(await emails({ q })).toEqual([booked.interviewee.user.email]);
  });

  it("finds them by their address, booking, payment, payment at the provider, receipt and id", async () => {
    const { email, _id } = booked.interviewee.user;
    const { id, providerPaymentId, receipt } = await payment();
    for (const q of [email.slice(0, -4), id, providerPaymentId, receipt, _id, _id.toUpperCase()]) {
      expect(await emails({ q })).toEqual([email]);
    }
    const parties = await emails({ q: booked.booking._id });
    expect(parties.sort()).toEqual([email, booked.interviewer.user.email].sort());
  });

  it("finds only addresses that begin with a typed address, and others if none does", async () => {
    const domain = "addresses.example";
    await app.signUp({ email: `ann@${domain}` });
    await app.signUp({ email: `joann@${domain}` });
    expect(await emails({ q: `Ann@${domain.toUpperCase()}` })).toEqual([`ann@${domain}`]);
    expect(await emails({ q: `nn@${domain}` })).toHaveLength(2);
  });

  it.each(["%", "_", "\\", "no such person", "0".repeat(200), "'; --"])("takes %j literally", async (q) => {
    expect(await emails({ q })).toEqual([]);
  });

  it("refuses a character that no typed text has, with the field's name", async () => {
    const answer = await get("?q=cand+%00");
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [{ path: "q", msg: "The search has a character that cannot be used." }],
    ]);
  });

  it("filters by role and operators, and pages without gap or repetition", async () => {
    expect(await emails({ role: "interviewer" })).toEqual([booked.interviewer.user.email]);
    const operators = await emails({ operator: "true" });
    expect(operators).toEqual(expect.arrayContaining([owner.user.email, support.user.email]));
    for (const { user } of [booked.interviewer, booked.interviewee])
      expect(operators).not.toContain(user.email);
    const all = await emails({ sort: "joined.asc" });
    const paged: string[] = [];
    for (let path: string | undefined = "?sort=joined.asc&limit=1"; path !== undefined; ) {
      const { body, headers } = await get(path);
      paged.push(...body.map(({ email }: { email: string }) => email));
      path = /<[^>]*(\?[^>]+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(paged).toEqual(all);
    expect((await get("?blocked=maybe")).body.details[0].path).toBe("blocked");
  });

  it("is audited without what was typed", async () => {
    await search({ q: "cand" });
    const [line] = await auditOf("desk.people-searched");
    expect(line).toMatchObject({ actorUserId: owner.user._id, details: { characters: 4 } });
    expect(JSON.stringify(line)).not.toContain("cand");
  });

  it("is downloaded as CSV by an owner with a fresh code, under the same filters", async () => {
    const asha = await app.signUp({ firstName: "Asha", lastName: "=Rao" });
    const path = "/api/operator/people.csv?role=interviewee&q=";
    const file = await app.get(owner, `${path}asha`);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    const [head, line, ...rest] = String(file.body).trim().split("\r\n");
    expect(head).toMatch(/^.?Id,Name,Email,Role,Is operator,Is blocked,Sessions left,Joined at$/);
    expect(line).toMatch(
      new RegExp(`^${asha.user._id},Asha =Rao,${asha.user.email},interviewee,false,false,0,`),
    );
    expect(rest).toEqual([]);
    expect((await auditOf("desk.list-exported"))[0]).toMatchObject({ details: { list: "people" } });
    expect((await app.get(support, path)).status).toBe(403);
    app.clock.advance({ minutes: 11 });
    expect((await app.get(owner, path)).body.code).toBe("confirmation_required");
    owner = await app.signUpOperator();
  });

  it("asks for a new confirmation after four hours", async () => {
    const later = await app.signUpOperator();
    app.clock.advance({ hours: 3, minutes: 59 });
    expect((await get("", later)).status).toBe(200);
    app.clock.advance({ minutes: 1 });
    expect((await get("", later)).body.code).toBe("confirmation_required");
    owner = await app.signUpOperator();
    support = await app.signUpOperator({ level: "support" });
  });

  it("uses an index for any part of a word", async () => {
    const client = await app.deps.pool.connect();
    try {
      // Without this, the planner would scan the whole table, because it is so small.
      await client.query("set enable_seqscan = off");
      const { rows } = await client.query(
        `explain select id from users where
         lower(first_name || ' ' || last_name || ' ' || email || ' ' || regexp_replace(mobile_number, '\\D', '', 'g')) like '%any47%'`,
      );
      expect(JSON.stringify(rows)).toContain("users_by_words");
    } finally {
      client.release(true);
    }
  });
});

describe("one person", () => {
  it("has their figures, and reading them is audited", async () => {
    const { _id, email } = booked.interviewee.user;
    const { body } = await get(`/${_id}`, support);
    expect(body).toMatchObject({
      ...{ email, role: "interviewee", isBlocked: false, operatorLevel: null, signIns: 1, mailRefusal: null },
      ...{
        paidRupees: 499,
        refundedRupees: 0,
        sessionsLeft: 3,
        sessionsGranted: 4,
        rating: null,
        ratings: 0,
      },
    });
    expect((await auditOf("desk.person-viewed"))[0]).toMatchObject({
      subject: `user:${_id}`,
      actorUserId: support.user._id,
    });
    expect(JSON.stringify(body)).not.toMatch(/hash/i);
  });

  it.each([
    ["", 404],
    ["/timeline", 404],
    ["/data", 404],
  ])("%s of nobody is not found", async (path, status) => {
    expect((await get(`/00000000-0000-7000-8000-000000000000${path}`)).status).toBe(status);
  });
});

describe("the timeline", () => {
  const timeline = async (query = "", person = booked.interviewee) =>
    await get(`/${person.user._id}/timeline${query}`);

  it("tells everything, newest first", async () => {
    const { body } = await timeline();
    expect(body).toEqual(
      expect.arrayContaining(
        [
          { kind: "payment", rupees: 499, plan: "Pro", sessions: 3 },
          { kind: "ledger", delta: 3, left: 3, by: null },
          { kind: "ledger", delta: -1, left: 0, bookingId: booked.booking._id },
          { kind: "interview", other: "Ira Viewer" },
          { kind: "mail", subject: expect.stringMatching(/^Receipt/) },
        ].map((event) => expect.objectContaining(event)),
      ),
    );
    expect(JSON.stringify(body)).not.toMatch(/\d{6} is your/);
    const times = body.map(({ at }: TimelineEvent) => at);
    expect(times).toEqual([...times].sort().reverse());
    const theirs = (await timeline("?kind=interview", booked.interviewer)).body;
    expect(theirs).toMatchObject([{ other: "Cand Idate", status: "pending", bookingId: booked.booking._id }]);
  });

  it("has pages without gap or repetition, and one kind at a time", async () => {
    const all = (await timeline("?limit=200")).body.map(({ _id }: TimelineEvent) => _id);
    const paged: string[] = [];
    for (let query: string | undefined = "?limit=2"; query !== undefined; ) {
      const { body, headers } = await timeline(query);
      paged.push(...body.map(({ _id }: TimelineEvent) => _id));
      query = /<[^>]*(\?[^>]+)>/.exec(headers.get("link") ?? "")?.[1];
    }
    expect(new Set(paged).size).toBe(paged.length);
    expect(paged).toEqual(expect.arrayContaining(all));
    const kinds = (await timeline("?kind=mail")).body.map(({ kind }: TimelineEvent) => kind);
    expect(new Set(kinds)).toEqual(new Set(["mail"]));
  });

  it.each(["?kind=weather", "?after=x", "?limit=0"])("refuses %s", async (query) => {
    expect((await timeline(query)).status).toBe(400);
  });
});

it("exports a person's data for an owner, and the export is audited", async () => {
  const { _id } = booked.interviewee.user;
  expect((await get(`/${_id}/data`, support)).status).toBe(403);
  const file = await get(`/${_id}/data`);
  expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect((await auditOf("desk.data-exported"))[0]).toMatchObject({ subject: `user:${_id}` });
});

it("a filter finds one person by a whole address, and everybody by a part of a name or address", async () => {
  const short = await app.signUp({ email: "asha@firm.co" });
  const long = await app.signUp({ email: "asha@firm.com" });
  const find = (text: string) => findPersonIds(app.deps.database, text);
  expect(await find("Asha@Firm.co")).toEqual([short.user._id]);
  expect((await find("asha@")).toSorted()).toEqual([short.user._id, long.user._id].toSorted());
  const rao = await app.signUp({ firstName: "Devika", lastName: "Rao" });
  expect(await find("rao vik")).toEqual([rao.user._id]);
  // Not by the domain of an address, which many share.
  expect(await find("rao example")).toEqual([]);
  expect(await find("(")).toEqual([]);
  expect(await find("nobody@firm.co")).toEqual([]);
});
