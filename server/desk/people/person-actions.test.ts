import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { beforeEach, describe, expect, it } from "vitest";
import {
  createBookedInterview,
  holdInterview,
  hoursFromNow,
  offerSlot,
  postBooking,
} from "../../schedule/bookings/bookings.testing.ts";
import { completeDueBookings } from "../../schedule/bookings/end.ts";
import { type SignedUpUser, testPassword, useTestApp } from "../../testing/app.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { buy } from "../../testing/purchases.ts";
import { confirmAction, previewAction, undoneId } from "../desk.testing.ts";

const app = useTestApp();
let owner: SignedUpUser;
let support: SignedUpUser;
let person: SignedUpUser;
beforeEach(async () => {
  owner = await app.signUpOperator();
  support = await app.signUpOperator({ level: "support" });
  person = await app.signUp({ firstName: "Meera", lastName: "Iyer" });
});

const reason = "They asked by phone";
interface Options {
  by?: SignedUpUser;
  to?: SignedUpUser;
}
const pathTo = (action: string, { user } = person) => `/api/operator/people/${user._id}/${action}`;
const call = (action: string, body: object, { by = owner, to = person }: Options) =>
  app.post(by, pathTo(action, to), body);
const preview = (action: string, input: object = {}, { by = owner, to = person }: Options = {}) =>
  previewAction(app, by, pathTo(action, to), input);
const act = (action: string, input: object = {}, { by = owner, to = person }: Options = {}) =>
  confirmAction(app, by, pathTo(action, to), input, { reason });

const signIn = async ({ user } = person) =>
  (
    await app.call("POST", "/api/auth/signin-password", {
      body: { email: user.email, password: testPassword },
    })
  ).status;
const isSignedIn = async (by = person) => (await app.get(by, "/api/user/profile")).status === 200;
const balance = async (by = person) => (await app.read(by, "/api/user/profile")).sessionCount;
const newestLine = async () =>
  await app.deps.database
    .selectFrom("auditLog")
    .select(["action", "actorUserId", "details", "subject"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

describe("blocking", () => {
  it("signs the person out, keeps them out until they are unblocked, and is audited with its reason", async () => {
    expect((await preview("block", {}, { by: support })).body.lines).toEqual([
      { label: "Person", text: "Meera Iyer can no longer sign in." },
      { label: "Browsers", text: "1 browser is signed out." },
      { label: "Upcoming interviews", text: "None." },
    ]);
    expect((await act("block", {}, { by: support })).body.msg).toBe("Meera Iyer is blocked.");
    expect([await isSignedIn(), await signIn()]).toEqual([false, 403]);
    expect(await newestLine()).toMatchObject({
      ...{ action: "user.blocked", actorUserId: support.user._id, subject: `user:${person.user._id}` },
      details: { reason },
    });
    expect((await act("block")).body.msg).toBe("Meera Iyer is blocked already.");
    expect((await act("unblock")).status).toBe(200);
    expect(await signIn()).toBe(200);
  });

  it("of an operator is refused", async () => {
    expect((await act("block", {}, { by: support, to: owner })).status).toBe(403);
    expect(await isSignedIn(owner)).toBe(true);
  });

  it("needs a reason", async () => {
    const { version } = (await preview("block")).body;
    expect((await call("block", { version, reason: " " }, {})).body.details[0].path).toBe("reason");
  });
});

it("signing out ends every browser and keeps the account", async () => {
  await signIn();
  expect((await act("sign-out")).body.msg).toBe("Meera Iyer is signed out everywhere.");
  expect([await isSignedIn(), await signIn()]).toEqual([false, 200]);
});

describe("granting sessions", () => {
  it("shows what follows and writes the ledger with the reason", async () => {
    const { lines } = (await preview("grant-sessions", { sessions: 2 })).body;
    expect(lines[0]).toMatchObject({
      label: "Balance",
      text: expect.stringContaining("0 left before, 2 after"),
    });
    expect((await act("grant-sessions", { sessions: 2 })).body.msg).toBe(
      "2 sessions given. They have 2 now.",
    );
    const ledger = await app.get(person, "/api/user/credits");
    expect(ledger.body).toMatchObject([{ delta: 2, reason }]);
  });

  it("is limited for support within 24 hours, over several people, and not for owners", async () => {
    const other = await app.signUp();
    expect((await act("grant-sessions", { sessions: 3 }, { by: support })).status).toBe(200);
    const over = await act("grant-sessions", { sessions: 3 }, { by: support, to: other });
    expect([over.status, over.body.msg]).toEqual([
      409,
      "You can give away 5 sessions within 24 hours, and 2 are left. Ask an owner for more.",
    ]);
    expect((await act("grant-sessions", { sessions: 2 }, { by: support, to: other })).status).toBe(200);
    expect((await act("grant-sessions", { sessions: 5 })).status).toBe(200);
    expect([await balance(), await balance(other)]).toEqual([8, 2]);
  });

  it("of many at once waits for another owner", async () => {
    const { lines } = (await preview("grant-sessions", { sessions: 50 })).body;
    expect(lines).toContainEqual({
      label: "Second operator",
      text: expect.stringContaining("another owner"),
    });
    expect((await act("grant-sessions", { sessions: 50 })).body.msg).toContain("Nothing has happened yet");
    expect(await balance()).toBe(0);
  });

  it("of two at the same moment, one stays below the limit", async () => {
    const other = await app.signUp();
    const [first, second] = [
      (await preview("grant-sessions", { sessions: 4 }, { by: support })).body.version,
      (await preview("grant-sessions", { sessions: 4 }, { by: support, to: other })).body.version,
    ];
    const answers = await callAtOnce(app, "ledger_entries", [
      () => call("grant-sessions", { sessions: 4, reason, version: first }, { by: support }),
      () => call("grant-sessions", { sessions: 4, reason, version: second }, { by: support, to: other }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it.each([0, 101, 1.5, "3"])("refuses %j sessions at the field", async (sessions) => {
    const { status, body } = await preview("grant-sessions", { sessions });
    expect([status, body.details[0].path]).toEqual([400, "sessions"]);
  });

  it("to an interviewer is refused", async () => {
    const interviewer = await app.signUpInterviewer();
    expect((await act("grant-sessions", { sessions: 1 }, { to: interviewer })).status).toBe(409);
  });
});

describe("sending a mail again", () => {
  it("sends the receipt of this person's payment, and nobody else's", async () => {
    const about = await buy(app, person, "Basic");
    await app.runJobs();
    expect((await act("resend-mail", { mail: "receipt", about })).status).toBe(200);
    await app.runJobs();
    const receipts = (await app.mailsTo(person.user.email)).filter(({ subject }) =>
      subject?.startsWith("Receipt"),
    );
    expect(receipts).toHaveLength(2);
    const { details } = await app.deps.database
      .selectFrom("auditLog")
      .select("details")
      .where("action", "=", "mail.sent-again")
      .executeTakeFirstOrThrow();
    expect(Object.keys(details as object).sort()).toEqual(["about", "mail", "reason"]);
    expect((await act("resend-mail", { mail: "receipt", about }, { to: await app.signUp() })).status).toBe(
      404,
    );
  });

  it("sends the confirmation of a booking that was moved, with its new time", async () => {
    const { interviewer, interviewee, booking } = await createBookedInterview(app, { hours: 30 });
    const startTime = addMinutes(new Date(booking.startTime), 24 * 60).toISOString();
    await offerSlot(app, interviewer, startTime);
    const to = { startTime, interviewerId: interviewer.user._id };
    const path = `/api/user/bookings/${booking._id}/reschedule`;
    expect((await app.post(interviewee, path, to)).status).toBe(200);
    await app.runJobs();
    const before = await app.mailsTo(interviewee.user.email);
    const input = { mail: "booking-confirmation", about: booking._id };
    expect((await act("resend-mail", input, { to: interviewee })).status).toBe(200);
    await app.runJobs();
    const after = await app.mailsTo(interviewee.user.email);
    expect(after.length).toBe(before.length + 1);
    expect(after.at(-1)?.subject).toBe(before.at(-1)?.subject);
  });

  it("sends the confirmation of a booking while it stands", async () => {
    const { interviewer, booking } = await createBookedInterview(app);
    await app.runJobs();
    const again = () =>
      act("resend-mail", { mail: "booking-confirmation", about: booking._id }, { to: interviewer });
    const countMails = async () => (await app.mailsTo(interviewer.user.email)).length;
    const before = await countMails();
    expect((await again()).status).toBe(200);
    await app.runJobs();
    expect(await countMails()).toBe(before + 1);
    await holdInterview(app, booking);
    await completeDueBookings(app.deps);
    owner = await app.signUpOperator();
    expect((await again()).status).toBe(409);
    expect((await act("resend-mail", { mail: "booking-confirmation", about: booking._id })).status).toBe(404);
  });
});

describe("name and mobile number", () => {
  const details = { firstName: "Meera", lastName: "Rao", mobileNumber: "+91 90000 11111" };

  it("are changed with the old and new values in the preview, and only the fields' names in the audit log", async () => {
    expect((await preview("details", details)).body.lines).toEqual([
      { label: "Last name", text: "Iyer → Rao" },
      { label: "Mobile number", text: "+91 98765 43210 → +91 90000 11111" },
    ]);
    expect((await act("details", details, { by: support })).status).toBe(200);
    expect(await app.read(person, "/api/user/profile")).toMatchObject(details);
    expect(await newestLine()).toMatchObject({
      action: "account.changed",
      details: { changed: ["lastName", "mobileNumber"], reason },
    });
    expect((await act("details", details)).body.msg).toBe("Nothing would change.");
  });

  it("are checked", async () => {
    const { status, body } = await preview("details", { ...details, mobileNumber: "12" });
    expect([status, body.details[0].path]).toEqual([400, "mobileNumber"]);
  });
});

async function roleMails({ user }: SignedUpUser): Promise<(string | undefined)[]> {
  await app.runJobs();
  const mails = await app.mailsTo(user.email);
  return mails
    .filter(({ subject }) => subject === "Your role at Greenroom has changed")
    .map(({ text }) => text);
}

describe("roles", () => {
  it("are an owner's to give: operator, level and back", async () => {
    expect((await act("role", { role: "support" }, { by: support })).status).toBe(403);
    expect((await act("role", { role: "support" })).status).toBe(200);
    expect((await act("role", { role: "owner" })).status).toBe(200);
    const isOperator = async () => (await app.read(person, "/api/user/profile")).isOperator;
    expect(await isOperator()).toBe(true);
    expect((await act("role", { role: "none" })).status).toBe(200);
    expect(await isOperator()).toBe(false);
    expect(await newestLine()).toMatchObject({ action: "role.operator-revoked", details: { reason } });
    expect((await act("role", { role: "none" })).status).toBe(409);
    const mails = (await roleMails(person)).join();
    for (const text of ["operator (support) now", "operator (owner) now", "no longer an operator"]) {
      expect(mails).toContain(text);
    }
  });

  it("end the access to the desk at once", async () => {
    expect((await act("role", { role: "none" }, { to: support })).status).toBe(200);
    expect((await preview("block", {}, { by: support })).status).toBe(403);
  });

  it("make an interviewer of somebody without sessions only", async () => {
    await act("grant-sessions", { sessions: 1 });
    expect((await act("role", { role: "interviewer" })).status).toBe(409);
    const other = await app.signUp();
    expect((await act("role", { role: "interviewer" }, { to: other })).status).toBe(200);
    await app.runJobs();
    expect((await app.mailsTo(other.user.email)).at(-1)?.subject).toBe(
      "You're now an interviewer at Greenroom",
    );
  });

  it("turn an interviewer who has offered no time back into an interviewee", async () => {
    const other = await app.signUp();
    await act("role", { role: "interviewer" }, { to: other });
    expect((await act("role", { role: "interviewee" }, { to: other })).body.msg).toBe(
      `${other.user.email} is an interviewee again.`,
    );
    expect((await act("role", { role: "interviewee" }, { to: other })).status).toBe(409);
    const { interviewer } = await createBookedInterview(app);
    const refused = await act("role", { role: "interviewee" }, { to: interviewer });
    expect([refused.status, refused.body.msg]).toEqual([409, expect.stringContaining("has offered times")]);
  });

  it("need the address to be typed, and are not one's own to change", async () => {
    const { version, typedConfirmation } = (await preview("role", { role: "support" })).body;
    expect(typedConfirmation).toBe(person.user.email);
    const wrong = await call("role", { role: "support", reason, version, typed: "yes" }, {});
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, "typed"]);
    expect((await act("role", { role: "support" }, { to: owner })).status).toBe(409);
  });
});

describe("deleting an account on request", () => {
  it("erases it as its owner would, after the address was typed", async () => {
    await buy(app, person, "Basic");
    const { body } = await preview("delete");
    expect(body.typedConfirmation).toBe(person.user.email);
    expect(JSON.stringify(body.lines)).toContain("You lose your 1 unused session");
    expect((await act("delete", {}, { by: support })).status).toBe(403);
    expect((await act("delete")).body.msg).toBe("The account is deleted.");
    expect([await isSignedIn(), await signIn()]).toEqual([false, 401]);
    const line = await newestLine();
    expect(line).toMatchObject({
      action: "account.deleted",
      actorUserId: owner.user._id,
      details: { reason },
    });
    const sent = app.deps.database
      .selectFrom("sentMails")
      .select("id")
      .where("address", "=", person.user.email);
    expect(await sent.execute()).toEqual([]);
    expect((await act("delete")).status).toBe(409);
  });

  it("is refused while an interview is coming", async () => {
    const { interviewee } = await createBookedInterview(app);
    const { status, body } = await act("delete", {}, { to: interviewee });
    expect([status, body.msg]).toEqual([409, expect.stringContaining("1 upcoming interview")]);
  });
});

describe("taking back a grant", () => {
  const grant = (sessions: number, { by = owner, to = person } = {}) =>
    confirmAction(app, by, `/api/operator/people/${to.user._id}/grant-sessions`, { sessions });
  const pathOf = (lotId: string) => `/api/operator/grants/${lotId}/withdrawal`;
  const takeBack = (lotId: string, { by = owner } = {}) =>
    confirmAction(app, by, pathOf(lotId), {}, { reason: "Given to the wrong person" });
  const ledger = async () =>
    (await app.read(person, "/api/user/credits")).map(
      ({ kind, delta, balance, reason }: Record<string, unknown>) => [kind, delta, balance, reason],
    );

  /** Books an interview with one of the person's sessions. */
  async function book() {
    const interviewer = await app.signUpInterviewer();
    const startTime = hoursFromNow(app, 24);
    await offerSlot(app, interviewer, startTime);
    const { status } = await postBooking(app, person, { startTime, interviewerId: interviewer.user._id });
    expect(status).toBe(201);
  }

  it("takes granted sessions back through the ledger, and is audited with its reason", async () => {
    const lotId = undoneId(await grant(2));
    const shown = await previewAction(app, support, pathOf(lotId));
    expect(shown.body.lines[0].text).toBe(
      `2 sessions are taken back from ${person.user.email}: 2 left before, 0 after.`,
    );
    expect((await takeBack(lotId, { by: support })).body.msg).toBe(
      "2 sessions are taken back. The person has 0 now.",
    );
    expect(await ledger()).toEqual([
      ["taken-back", -1, 0, "Given to the wrong person"],
      ["taken-back", -1, 1, "Given to the wrong person"],
      ["grant", 2, 2, "Asked for by email"],
    ]);
    const line = await app.deps.database
      .selectFrom("auditLog")
      .select(["actorUserId", "subject", "details"])
      .where("action", "=", "credits.taken-back")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      actorUserId: support.user._id,
      subject: `user:${person.user._id}`,
      details: { lotId, sessions: 2, reason: "Given to the wrong person" },
    });
    expect((await takeBack(lotId)).body.msg).toBe(
      "No sessions are left to take back: each was used, booked or already taken back.",
    );
  });

  it("leaves a session that is booked", async () => {
    const lotId = undoneId(await grant(2));
    await book();
    expect((await takeBack(lotId)).body.msg).toBe(
      "1 session is taken back. 1 of 2 is used or booked and stays. The person has 0 now.",
    );
  });

  it("is refused with an outdated preview, after a session was booked", async () => {
    const lotId = undoneId(await grant(2));
    const { version } = (await previewAction(app, owner, pathOf(lotId))).body;
    await book();
    const body = { version, reason: "Given by mistake" };
    const stale = await app.post(owner, pathOf(lotId), body);
    expect([stale.status, stale.body.msg]).toEqual([409, expect.stringContaining("Something has changed")]);
  });

  it("by two operators at once happens once", async () => {
    const lotId = undoneId(await grant(3));
    const answers = await Promise.all([owner, support].map((by) => takeBack(lotId, { by })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await ledger())[0]).toEqual(["taken-back", -1, 0, "Given to the wrong person"]);
  });

  it("lets the person book with another session at the same moment", async () => {
    const lotId = undoneId(await grant(1));
    await grant(1);
    const interviewer = await app.signUpInterviewer();
    const startTime = hoursFromNow(app, 24);
    await offerSlot(app, interviewer, startTime);
    const { token } = owner;
    const { version } = (await previewAction(app, { token }, pathOf(lotId))).body;
    const body = { version, reason: "Given by mistake" };
    const answers = await callAtOnce(app, "ledger_entries", [
      () => app.post({ token }, pathOf(lotId), body),
      () => postBooking(app, person, { startTime, interviewerId: interviewer.user._id }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 201]);
  });

  it("counts neither sessions taken back nor refunded ones as bought or given", async () => {
    const figures = async () => {
      const { body } = await app.get(owner, `/api/operator/people/${person.user._id}`);
      return [body.sessionsLeft, body.sessionsGranted];
    };
    const lotId = undoneId(await grant(5));
    await book();
    expect(await figures()).toEqual([4, 5]);
    await takeBack(lotId);
    expect(await figures()).toEqual([0, 1]);
    const paymentId = await buy(app, person, "Pro");
    expect(await figures()).toEqual([3, 4]);
    await confirmAction(app, owner, "/api/operator/refunds", { items: [{ paymentId, sessions: 2 }] });
    expect(await figures()).toEqual([1, 2]);
  });

  it("does not touch sessions that were bought", async () => {
    await buy(app, person, "Pro");
    const { id } = await app.deps.database
      .selectFrom("creditLots")
      .select("id")
      .where("userId", "=", person.user._id)
      .executeTakeFirstOrThrow();
    expect((await takeBack(id)).status).toBe(404);
  });

  it("lets support give away again what was taken back", async () => {
    const lotId = undoneId(await grant(5, { by: support }));
    expect((await grant(1, { by: support })).status).toBe(409);
    await takeBack(lotId, { by: support });
    expect((await grant(5, { by: support })).status).toBe(200);
  });

  it("has nothing to take back while a second operator has to approve the grant", async () => {
    expect((await grant(50)).body).toEqual({
      msg: expect.stringContaining("Nothing has happened yet"),
      approvalId: expect.any(String),
      undo: expect.objectContaining({ label: "Withdraw the request" }),
    });
  });
});

describe("an undo", () => {
  const changedSince =
    "This has changed in the meantime, so it was not undone. Reload the person to see the change.";

  it("of a right gives nothing back that another owner has taken away since", async () => {
    await act("role", { role: "owner" });
    const other = await app.signUpOperator();
    await act("role", { role: "none" }, { by: other });
    const undone = await act("role", { role: "support", replaces: "owner" });
    expect([undone.status, undone.body.code, undone.body.msg]).toEqual([409, "conflict", changedSince]);
    const row = await app.get(owner, `/api/operator/people/${person.user._id}`);
    expect(row.body).toMatchObject({ isOperator: false, operatorLevel: null });
    await act("role", { role: "owner" });
    expect((await act("role", { role: "none", replaces: "owner" })).status).toBe(200);
  });

  it("of a block leaves a block that was made after it", async () => {
    const { replaces } = (await act("block")).body.undo.body;
    await act("unblock");
    app.clock.set(addMinutes(app.clock.now(), 1));
    const ofLater = (await act("block")).body.undo.body;
    const undone = await act("unblock", { replaces });
    expect([undone.status, undone.body.msg]).toEqual([409, changedSince]);
    const credentials = { email: person.user.email, password: testPassword };
    expect((await app.call("POST", "/api/auth/signin-password", { body: credentials })).status).toBe(403);
    expect((await act("unblock", ofLater)).status).toBe(200);
  });

  it("of details leaves those that the person has entered since", async () => {
    const { firstName, lastName, mobileNumber } = person.user;
    const before = { firstName, lastName, mobileNumber };
    const replaces = { ...before, lastName: "Rao" };
    await act("details", replaces);
    await app.post(person, "/api/user/account", { ...before, lastName: "Das" });
    const undone = await act("details", { ...before, replaces });
    expect([undone.status, undone.body.msg]).toEqual([409, changedSince]);
    await act("details", replaces);
    expect((await act("details", { ...before, replaces })).status).toBe(200);
  });
});
