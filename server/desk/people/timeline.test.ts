import type { TimelineEvent } from "@greenroom/contract/desk/people.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { describe, expect, it } from "vitest";
import { useBeforeAll, useTestApp } from "../../testing/app.ts";
import { buy, createOpenOrder, pay } from "../../testing/purchases.ts";
import { mentorPage } from "../../testing/records.ts";
import { confirmAction } from "../desk.testing.ts";

/* Unpaid orders, applications and granted sessions in a person's timeline. people.test.ts has the other kinds. */

const app = useTestApp();
const owner = useBeforeAll(() => app.signUpOperator());
const person = useBeforeAll(() => app.signUp({ firstName: "Ishaan", lastName: "Kulkarni" }));

const ownerName = () => `${owner.user.firstName} ${owner.user.lastName}`.trim();
const timeline = (query = "", of = person) =>
  app.get(owner, `/api/operator/people/${of.user._id}/timeline${query}`);
const events = async (query: string, of = person): Promise<TimelineEvent[]> =>
  (await timeline(query, of)).body;

/** All pages of one event each. */
async function readPages(kind: string): Promise<string[]> {
  const ids: string[] = [];
  for (let query: string | undefined = `?kind=${kind}&limit=1`; query !== undefined; ) {
    const { body, headers } = await timeline(query);
    ids.push(...body.map(({ _id }: TimelineEvent) => _id));
    query = /<[^>]*(\?[^>]+)>/.exec(headers.get("link") ?? "")?.[1];
  }
  return ids;
}

it("a resume that was filled in on the site is an event, besides an uploaded file", async () => {
  const writer = await app.signUp({ firstName: "Tara", lastName: "Bose" });
  expect(await events("?kind=resume", writer)).toEqual([]);
  const saved = await app.post(writer, "/api/user/resume-data", { resumeData: emptyResume });
  expect(saved.status).toBe(200);
  expect(await events("?kind=resume", writer)).toMatchObject([
    { kind: "resume", fileName: null, isHeld: false },
  ]);
  expect((await events("", writer)).map(({ kind }) => kind)).toContain("resume");
});

it("a practice round is an event, and says how long it took once it ended", async () => {
  const candidate = await app.signUp({ firstName: "Dev", lastName: "Anand" });
  const { token } = candidate;
  const body = { role: "data-scientist", minutes: 30 };
  const round = await app.post({ token }, "/api/practice/rounds", body);
  expect(await events("?kind=practice", candidate)).toMatchObject([{ ...body, usedMinutes: null }]);
  app.clock.advance({ minutes: 1 });
  expect((await app.post({ token }, `/api/practice/rounds/${round.body.id}/end`)).status).toBe(200);
  expect(await events("?kind=practice", candidate)).toMatchObject([{ ...body, usedMinutes: 1 }]);
  expect((await events("", candidate)).map(({ kind }) => kind)).toContain("practice");
});

it("the last change of an interviewer's profile is an event", async () => {
  const interviewer = await app.signUpInterviewer();
  const body = mentorPage({ headline: "ML at a bank" });
  const saved = await app.post(interviewer, "/api/interviewer/profile", body);
  expect(saved.status).toBe(200);
  expect(await events("?kind=profile", interviewer)).toMatchObject([
    { headline: "ML at a bank", hasPhoto: false },
  ]);
});

describe("orders that were never paid", () => {
  it("are listed with their state until they are paid", async () => {
    expect(await events("?kind=order")).toEqual([]);
    await createOpenOrder(app, person, "Pro");
    app.clock.advance({ minutes: 1 });
    await createOpenOrder(app, person, "Basic");
    const [newer, older] = await events("?kind=order");
    expect(newer).toMatchObject({ plan: "Basic", state: "open" });
    expect(older).toMatchObject({ plan: "Pro", state: "open", isDeclined: false, decline: null });
    expect((await events("")).map(({ kind }) => kind)).toContain("order");
    expect(await readPages("order")).toEqual([newer?._id, older?._id]);
  });

  it("say that the last attempt to pay was declined, and why", async () => {
    const buyer = await app.signUp();
    const { id } = await createOpenOrder(app, buyer, "Pro");
    expect((await pay(app, id, "failure")).status).toBe(200);
    await app.runJobs();
    const [order] = await events("?kind=order", buyer);
    const decline = "Your payment was declined by the bank.";
    expect(order).toMatchObject({ state: "open", isDeclined: true, decline });
  });

  it("of other people, and paid ones, are not", async () => {
    const buyer = await app.signUp({ firstName: "Kavya", lastName: "Rao" });
    await buy(app, buyer, "Pro");
    const other = await app.signUp();
    await createOpenOrder(app, other, "Pro");
    expect(await events("?kind=order", buyer)).toEqual([]);
    expect(await events("?kind=order", other)).toHaveLength(1);
  });
});

describe("applications", () => {
  const application = {
    ...{ name: "Ishaan Kulkarni", years: 6, experience: "LLM engineer at a bank." },
    ...{ roles: ["ai-engineer"], levels: ["mid"], profileUrl: "https://www.linkedin.com/in/ishaan" },
    ...{ availability: "Weekday evenings", sampleReview: "You found the leak yourself. ".repeat(10).trim() },
  };

  it("are listed with our answers, and lead to the application", async () => {
    expect(await events("?kind=application")).toEqual([]);
    const { email } = person.user;
    const sent = await app.call("POST", "/api/applications", { body: { ...application, email } });
    expect(sent.status).toBe(200);
    const [received] = await events("?kind=application");
    const id = received?.kind === "application" ? received.applicationId : "";
    app.clock.advance({ minutes: 1 });
    const act = (path: string, body: object) =>
      app.post(owner, `/api/operator/applications/${id}/${path}`, body);
    const { version } = (await act("ask/preview", { text: "Which teams?" })).body;
    expect((await act("ask", { text: "Which teams?", version, reason: "Unclear" })).status).toBe(200);
    expect(await events("?kind=application")).toMatchObject([
      { state: "asked", answer: { text: "Which teams?", by: ownerName() }, applicationId: id },
      { state: "received", name: "Ishaan Kulkarni", years: 6, answer: null, applicationId: id },
    ]);
    expect(await readPages("application")).toHaveLength(2);
    const all = await events("?limit=200");
    expect(all.filter(({ kind }) => kind === "application")).toHaveLength(2);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
  });

  it("of other addresses are not", async () => {
    const other = await app.signUp({ firstName: "Ravi", lastName: "Nair" });
    expect(await events("?kind=application", other)).toEqual([]);
  });
});

describe("granted sessions", () => {
  it("and an undo are one event each, with the operator and without an internal id", async () => {
    const by = ownerName();
    // After the events of the other tests.
    app.clock.advance({ minutes: 5 });
    const path = `/api/operator/people/${person.user._id}/grant-sessions`;
    const granted = await confirmAction(app, owner, path, { sessions: 1 }, { reason: "The room froze" });
    app.clock.advance({ minutes: 1 });
    const reason = "Undone right after it was done";
    const takeBack = granted.body.undo.path;
    expect((await confirmAction(app, owner, takeBack, {}, { reason })).status).toBe(200);
    expect((await events("?limit=2")).slice(0, 2)).toMatchObject([
      { kind: "ledger", delta: -1, by, reason, left: 0 },
      { kind: "ledger", delta: 1, by, reason: "The room froze", left: 1 },
    ]);
    expect(await events("?kind=audit&limit=200")).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ action: "credits.taken-back", by }),
        expect.objectContaining({ action: "credits.granted", by }),
      ]),
    );
  });
});

it("reads both through indexes of the person", async () => {
  const client = await app.deps.pool.connect();
  try {
    // Without this, the planner would scan the whole tables, because they are so small.
    await client.query("set enable_seqscan = off");
    const plan = async (query: string) => JSON.stringify((await client.query(`explain ${query}`)).rows);
    expect(
      await plan(`select id from orders where user_id = '${person.user._id}' and status <> 'paid'
        and (created_at, 'order:' || id) < (now(), 'x') order by created_at desc, 'order:' || id desc limit 51`),
    ).toContain("orders_unpaid_by_person");
    expect(
      await plan(`select step.id from interviewer_applications application
        join application_steps step on step.application_id = application.id where application.email = 'a@b.c'`),
    ).toMatch(/interviewer_applications_by_email.*application_steps_of_application/);
  } finally {
    client.release(true);
  }
});
