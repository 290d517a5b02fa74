import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { purgeApplications } from "../../people/interviewers/applications.ts";
import {
  createTestApp,
  deleteOwnAccount,
  type SignedUpUser,
  testNow,
  useTestApp,
} from "../../testing/app.ts";

const app = useTestApp();
let owner: SignedUpUser;
let support: SignedUpUser;
let people = 0;
let email: string;
let id: string;
beforeEach(async () => {
  app.clock.set(testNow);
  owner = await app.signUpOperator();
  support = await app.signUpOperator({ level: "support" });
  people += 1;
  email = `ishaan${people}@applicant.example`;
  expect((await send({})).status).toBe(200);
  id = (await list("?state=received")).body[0]._id;
});

const application = {
  name: "Ishaan Kulkarni",
  years: 6,
  experience: "LLM engineer at a bank.",
  roles: ["ai-engineer"],
  levels: ["mid", "senior"],
  profileUrl: "https://www.linkedin.com/in/ishaan",
  availability: "Weekday evenings",
  sampleReview: "You found the leak yourself. ".repeat(10).trim(),
};
const send = (change: object) =>
  app.call("POST", "/api/applications", { body: { ...application, email, ...change } });
const list = (query = "") => app.get(owner, `/api/operator/applications${query}`);
const get = (path = "", by = owner, of = id) => app.get(by, `/api/operator/applications/${of}${path}`);
const call = (path: string, body: object, by = owner) =>
  app.post(by, `/api/operator/applications/${id}/${path}`, body);

async function act(action: string, input: object = {}, by = owner) {
  const shown = await call(`${action}/preview`, input, by);
  if (shown.status !== 200) return shown;
  const { version, typedConfirmation: typed } = shown.body;
  const body = { ...input, version, reason: "We looked at it", ...(typed === null ? {} : { typed }) };
  return await call(action, body, by);
}

const waiting = async (): Promise<WorkLine[]> => {
  const { body } = await app.get(owner, "/api/operator/today");
  return body.lines.filter(({ subject }: WorkLine) => subject === id);
};
const newestMail = async () => {
  await app.runJobs();
  return (await app.mailsTo(email)).at(-1);
};

describe("applying", () => {
  it("confirms by mail without repeating anything, and waits in Today", async () => {
    const mail = await newestMail();
    expect(mail?.subject).toBe("Greenroom received your application");
    expect(mail?.text).not.toContain("bank");
    expect(await waiting()).toMatchObject([
      { kind: "application", detail: "Ishaan Kulkarni, 6 years: has applied" },
    ]);
  });

  it.each([
    ["name", { name: " " }, "Name is required."],
    ["email", { email: "nobody" }, /email/i],
    ["years", { years: "many" }, /whole number/],
    ["roles", { roles: [] }, "Choose at least one role."],
    ["levels", { levels: ["mid", "mid"] }, "Choose each level once."],
    ["profileUrl", { profileUrl: "javascript:alert(1)" }, /https/],
    ["profileUrl", { profileUrl: "http://example.com/ishaan" }, /https/],
    ["profileUrl", { profileUrl: "my profile" }, /linkedin\.com/],
    ["profileUrl", { profileUrl: "ishaan" }, /linkedin\.com/],
    ["profileUrl", { profileUrl: " " }, "Profile is required."],
    ["sampleReview", { sampleReview: "Good." }, /at least 200/],
    ["state", { state: "approved" }, "Unknown field: state."],
  ])("without a valid %s is refused at that field", async (path, change, msg) => {
    const { status, body } = await send(change);
    expect([status, body.details[0].path]).toEqual([400, path]);
    expect(body.details[0].msg).toEqual(typeof msg === "string" ? msg : expect.stringMatching(msg));
  });

  it("takes a profile without a scheme as one with https, and says what comes next and when", async () => {
    email = `plain${people}@applicant.example`;
    const answer = await send({ profileUrl: " linkedin.com/in/ishaan " });
    expect(answer.status).toBe(200);
    expect(answer.body.msg).toContain("within a week");
    expect(answer.body.msg).toContain(email);
    id = (await list("?state=received")).body[0]._id;
    expect((await get()).body.profileUrl).toBe("https://linkedin.com/in/ishaan");
  });

  it("of a bot gets the usual answer and is discarded", async () => {
    email = "robot@applicant.example";
    expect((await send({ website: "https://spam.example" })).status).toBe(200);
    expect((await list()).body.map((row: { email: string }) => row.email)).not.toContain(email);
  });

  it("is limited for one address", async () => {
    const strict = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
    try {
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        const body = { ...application, email: "again@applicant.example" };
        statuses.push((await strict.call("POST", "/api/applications", { body })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await strict.close();
    }
  });
});

describe("reviewing", () => {
  it("asks back, and the application waits again after a week without a next step", async () => {
    expect((await act("ask", { text: "Which models have you served?" }, support)).status).toBe(200);
    const mail = await newestMail();
    expect(mail?.subject).toBe("A question about your application to Greenroom");
    expect(mail?.text).toContain("Which models have you served?");
    expect(await waiting()).toEqual([]);
    app.clock.advance({ days: 7 });
    owner = await app.signUpOperator();
    expect(await waiting()).toMatchObject([{ detail: expect.stringContaining("nothing followed") }]);
    expect((await get()).body.steps).toMatchObject([
      { state: "asked", text: "Which models have you served?", by: { _id: support.user._id } },
    ]);
  });

  it("invites to a trial, then approves with the invitation, once", async () => {
    expect((await act("trial", { text: "Tuesday at 19:00 IST?" }, support)).status).toBe(200);
    expect((await newestMail())?.subject).toBe("A trial interview at Greenroom");
    expect((await act("approve", {}, support)).status).toBe(403);
    expect((await act("approve")).body.msg).toBe("Ishaan Kulkarni is approved and invited by email.");
    expect((await newestMail())?.subject).toBe("Become an interviewer at Greenroom");
    expect((await act("approve")).body.msg).toBe("This application is approved already.");
    const { token } = await app.signUpThroughApi(email);
    expect((await app.post({ token }, "/api/user/interviewer-invitation/accept")).status).toBe(200);
    expect((await get()).body).toMatchObject({ state: "approved", accountId: expect.any(String) });
  });

  it("leaves the account of an address that somebody else may have typed as it is, until its holder accepts", async () => {
    const holder = await app.signUp({ email });
    const shown = await call("approve/preview", {});
    expect(JSON.stringify(shown.body.lines)).toContain("once the holder of the account");
    expect((await act("approve")).body.msg).toBe("Ishaan Kulkarni is approved and invited by email.");
    const profile = () => app.get(holder, "/api/user/profile");
    expect((await profile()).body.role).toBe("interviewee");
    await app.post(holder, "/api/user/interviewer-invitation/accept");
    expect((await profile()).body.role).toBe("interviewer");
  });

  it("declines kindly, with the operator's words and without the reason", async () => {
    expect((await act("decline", { text: "Your review was very clear." }, support)).status).toBe(200);
    const mail = await newestMail();
    expect(mail?.text).toContain("You are welcome to apply again.");
    expect(mail?.text).toContain("Your review was very clear.");
    expect(mail?.text).not.toContain("We looked at it");
    expect((await act("ask", { text: "One more thing" })).status).toBe(409);
  });
});

describe("an applicant's data", () => {
  it("is deleted half a year after our last answer, or after it was sent when nobody answered", async () => {
    const unanswered = id;
    email = `asked${people}@applicant.example`;
    await send({});
    id = (await list("?state=received")).body[0]._id;
    app.clock.advance({ days: 100 });
    owner = await app.signUpOperator();
    await act("ask", { text: "Which models?" });
    const kept = async (days: number) => {
      app.clock.advance({ days });
      await purgeApplications(app.deps);
      owner = await app.signUpOperator();
      const statuses = [(await get("", owner, unanswered)).status, (await get()).status];
      return statuses;
    };
    expect(await kept(79)).toEqual([200, 200]);
    expect(await kept(2)).toEqual([404, 200]);
    expect(await kept(98)).toEqual([404, 200]);
    expect(await kept(2)).toEqual([404, 404]);
  });

  it("is exported and erased by an owner for people without an account", async () => {
    await act("ask", { text: "Which models?" });
    expect((await get("/data", support)).status).toBe(403);
    const file = await get("/data");
    expect(file.body.applications).toMatchObject([{ email, steps: [{ text: "Which models?" }] }]);
    expect((await act("erase")).body.msg).toBe("The application is erased.");
    expect((await get()).status).toBe(404);
    // A mail that was waiting has no recipient any more.
    const before = (await app.mailsTo(email)).length;
    await app.runJobs();
    expect((await app.mailsTo(email)).length).toBe(before);
  });

  it("is part of what an account downloads, and goes with it", async () => {
    const person = await app.signUp({ email });
    const { rows } = await app.deps.pool.query(
      "select count(*)::int as n from interviewer_applications where email = $1",
      [email],
    );
    expect(rows[0].n).toBe(1);
    await deleteOwnAccount(app, person);
    expect((await get()).status).toBe(404);
  });

  it("is looked at with a line in the audit log", async () => {
    await get();
    const line = await app.deps.database
      .selectFrom("auditLog")
      .select("subject")
      .where("action", "=", "desk.application-viewed")
      .orderBy("id", "desc")
      .executeTakeFirst();
    expect(line?.subject).toBe(`application:${id}`);
  });
});
