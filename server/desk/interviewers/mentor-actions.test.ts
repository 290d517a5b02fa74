import type { PublicMentor } from "@greenroom/contract/people/mentors.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { grantInterviewer } from "../../people/interviewers/invitations.ts";
import {
  presentMentor,
  publicColumns,
  selectListedMentors,
} from "../../people/interviewers/listed-mentors.ts";
import { png } from "../../people/interviewers/photos.testing.ts";
import { deleteOwnAccount, type SignedUpUser, testNow, useTestApp } from "../../testing/app.ts";
import { fileForm } from "../../testing/files.ts";
import { callAtOnce } from "../../testing/lock-waits.ts";
import { mentorPage } from "../../testing/records.ts";
import { confirmAction, previewAction, undoneId } from "../desk.testing.ts";

const app = useTestApp();
let owner: SignedUpUser;
let support: SignedUpUser;
let mentor: SignedUpUser;
beforeEach(async () => {
  app.clock.set(testNow);
  owner = await app.signUpOperator();
  support = await app.signUpOperator({ level: "support" });
  mentor = await app.signUpInterviewer({ firstName: "Kavya", lastName: "Rao" });
});

const saveOwn = (change: object = {}, by = mentor) =>
  app.post(by, "/api/interviewer/profile", mentorPage({ isListed: true, ...change }));
const ownPage = async (by = mentor) => await app.read(by, "/api/interviewer/profile");
const publicPage = async (of = mentor): Promise<PublicMentor | undefined> => {
  const { database, config } = app.deps;
  const row = await selectListedMentors(database)
    .where("users.id", "=", of.user._id)
    .select(publicColumns(config.business.timeZone))
    .executeTakeFirst();
  return row && presentMentor(row);
};
const atDesk = async (of = mentor) =>
  (await app.read(owner, `/api/operator/people/${of.user._id}`)).mentorPage;
const pathTo = (step: string, { user } = mentor) => `/api/operator/people/${user._id}/${step}`;
const act = (step: string, input: object = {}, by = support, of = mentor) =>
  confirmAction(app, by, pathTo(step, of), input, { reason });
const undo = ({ body }: { body: { undo: { path: string; body: object } } }, by = support) =>
  confirmAction(app, by, body.undo.path, body.undo.body);
const newestMail = async () => {
  await app.runJobs();
  return (await app.mailsTo(mentor.user.email)).at(-1);
};
const newestLine = async () =>
  await app.deps.database
    .selectFrom("auditLog")
    .select(["action", "actorUserId", "details", "subject"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

const reason = "The headline names another company.";
const degree = {
  kind: "degree",
  claim: "IIT Bombay degree",
  evidence: "Degree certificate of 2016, on a call with screen sharing",
};

describe("a checked fact", () => {
  it("is on the page with its month; what was seen stays at the desk", async () => {
    await saveOwn();
    const preview = await previewAction(app, support, pathTo("mentor-checks"), degree);
    expect(preview.body.lines).toEqual([
      { label: "Degree", text: "The page of Kavya Rao says “IIT Bombay degree checked, November 2026”." },
      { label: "Seen by", text: "Everybody, at once." },
      { label: "What you saw", text: "Only operators read it." },
    ]);
    expect((await act("mentor-checks", degree)).body.msg).toBe("“IIT Bombay degree” is recorded as checked.");
    const shown = [{ claim: "IIT Bombay degree", month: "2026-11" }];
    expect((await publicPage())?.checks).toEqual(shown);
    expect((await ownPage()).checks).toEqual(shown);
    expect(await newestLine()).toMatchObject({
      ...{ action: "mentor.checked", actorUserId: support.user._id, subject: `user:${mentor.user._id}` },
      details: { kind: "degree", reason },
    });
    expect((await atDesk()).checks).toEqual([
      {
        ...{ ...degree, _id: expect.any(String), at: testNow, isWithdrawn: false },
        by: { _id: support.user._id, name: `${support.user.firstName} ${support.user.lastName}`.trim() },
      },
    ]);
  });

  it("has the month of the business's zone, and stands before the earlier ones", async () => {
    await saveOwn();
    await act("mentor-checks", degree);
    // December in India.
    app.clock.set("2026-11-30T19:00:00.000Z");
    support = await app.signUpOperator({ level: "support" });
    await act("mentor-checks", { kind: "employer", claim: "Works at Acme", evidence: "Badge on a call" });
    expect((await publicPage())?.checks).toEqual([
      { claim: "Works at Acme", month: "2026-12" },
      { claim: "IIT Bombay degree", month: "2026-11" },
    ]);
  });

  it("is withdrawn and stands again, each as the undo of the other", async () => {
    await saveOwn();
    const recorded = await act("mentor-checks", degree);
    const withdrawn = await undo(recorded);
    expect(withdrawn.body.msg).toBe("“IIT Bombay degree” is withdrawn.");
    expect([(await publicPage())?.checks, (await ownPage()).checks]).toEqual([[], []]);
    expect((await atDesk()).checks).toMatchObject([{ isWithdrawn: true }]);
    const again = `/api/operator/mentor-checks/${undoneId(recorded)}/withdrawal`;
    expect((await confirmAction(app, owner, again, { isWithdrawn: true })).body.msg).toBe(
      "This is withdrawn already.",
    );
    expect((await undo(withdrawn)).body.msg).toBe("“IIT Bombay degree” is on the page again.");
    expect((await publicPage())?.checks).toHaveLength(1);
    expect((await newestLine()).action).toBe("mentor.check-restored");
  });

  it("is on the page once, also when two operators record it at the same time", async () => {
    const { lines: _lines, ...previewed } = (await previewAction(app, owner, pathTo("mentor-checks"), degree))
      .body;
    const body = { ...degree, reason, version: previewed.version };
    const send = (by: SignedUpUser) => app.post(by, pathTo("mentor-checks"), body);
    const answers = await callAtOnce(app, "mentor_checks", [() => send(owner), () => send(support)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await act("mentor-checks", { ...degree, claim: "iit bombay DEGREE" })).body.msg).toBe(
      "“iit bombay DEGREE” is on the page already.",
    );
  });

  it.each([
    ["the mentor", false],
    ["an operator", true],
  ])("is withdrawn when %s changes the name that it was checked for", async (_who, atTheDesk) => {
    await saveOwn();
    await act("mentor-checks", degree);
    const mobile = { firstName: "Kavya", lastName: "Rao", mobileNumber: "+91 90000 11111" };
    await app.post(mentor, "/api/user/account", mobile);
    expect((await publicPage())?.checks).toHaveLength(1);
    app.clock.advance({ minutes: 1 });
    const renamed = { ...mobile, firstName: "Andrew", lastName: "Ng" };
    if (atTheDesk) {
      const { lines } = (await previewAction(app, support, pathTo("details"), renamed)).body;
      expect(lines.at(-1)).toEqual({ label: "Checked fact", text: "“IIT Bombay degree” leaves the page." });
      expect((await act("details", renamed)).status).toBe(200);
    } else await app.post(mentor, "/api/user/account", renamed);
    expect((await publicPage())?.checks).toEqual([]);
    expect(await ownPage()).toMatchObject({ checks: [], checksEndedWithName: true });
    expect((await atDesk()).checks).toMatchObject([{ isWithdrawn: true }]);
    const { rows } = await app.deps.pool.query(
      "select actor_user_id, details ->> 'kind' as kind from audit_log where action = 'mentor.check-withdrawn' and subject = $1",
      [`user:${mentor.user._id}`],
    );
    expect(rows).toEqual([{ actor_user_id: (atTheDesk ? support : mentor).user._id, kind: "degree" }]);
  });

  it("is one of at most eight", async () => {
    for (let count = 1; count <= 8; count += 1)
      expect((await act("mentor-checks", { ...degree, claim: `Fact ${count}` })).status).toBe(200);
    expect((await act("mentor-checks", degree)).body.msg).toContain("at most 8 checked facts");
  });

  it.each([
    ["kind", { kind: "hobby" }],
    ["claim", { claim: "" }],
    ["claim", { claim: "x".repeat(81) }],
    ["claim", { claim: "IIT, call 98765 43210" }],
    ["evidence", { evidence: " " }],
    ["evidence", { evidence: "x".repeat(501) }],
  ])("is refused without a valid %s", async (field, change) => {
    const { status, body } = await act("mentor-checks", { ...degree, ...change });
    expect([status, body.details[0].path]).toEqual([400, field]);
  });

  it("is for interviewers, and nobody checks themselves or lets their own stand again", async () => {
    const candidate = await app.signUp();
    expect((await act("mentor-checks", degree, owner, candidate)).status).toBe(409);
    const both = await app.signUpOperator();
    await grantInterviewer(app.deps, both.user.email);
    const own = await act("mentor-checks", degree, both, both);
    expect([own.status, own.body.msg]).toEqual([
      403,
      "This is in your own favor, so another operator has to do it.",
    ]);
    const withdrawn = await undo(await act("mentor-checks", degree, owner, both), owner);
    expect((await undo(withdrawn, both)).status).toBe(403);
    expect((await undo(withdrawn, owner)).status).toBe(200);
  });

  it("is erased with the account, and what was seen with it", async () => {
    await act("mentor-checks", degree);
    await deleteOwnAccount(app, mentor);
    const { rows } = await app.deps.pool.query("select from mentor_checks where user_id = $1", [
      mentor.user._id,
    ]);
    expect(rows).toEqual([]);
    const { rows: lines } = await app.deps.pool.query(
      "select from audit_log where details::text ~* 'bombay|certificate'",
    );
    expect(lines).toEqual([]);
  });
});

describe("a page that an operator takes down", () => {
  it("is gone at once, says why to its mentor alone, and stays off until it is shown again", async () => {
    const page = (await saveOwn()).body;
    const preview = await previewAction(app, support, pathTo("mentor-page/hide"));
    expect(preview.body.lines).toEqual([
      { label: "Page", text: `Nobody sees /mentors/${page.slug} until you show it again.` },
      { label: "Email", text: "Kavya Rao reads your reason by email and on their page." },
      { label: "Interviews", text: "Booked interviews and open slots stay." },
    ]);
    expect((await act("mentor-page/hide")).body.msg).toBe("The page of Kavya Rao is taken down.");
    expect(await publicPage()).toBeUndefined();
    expect((await ownPage()).hidden).toEqual({ at: testNow, reason });
    expect(await atDesk()).toMatchObject({ slug: page.slug, isListed: true, hidden: { reason } });
    const mail = await newestMail();
    expect(mail?.subject).toBe("We took your page at Greenroom down");
    expect(mail?.text).toContain(reason);
    expect(mail?.text).toContain("/interviewer-dashboard/page");
    // Whatever the mentor saves.
    await saveOwn({ slug: page.slug, headline: "Another headline", isListed: false });
    await saveOwn({ slug: page.slug, headline: "Another headline" });
    expect(await publicPage()).toBeUndefined();
    expect((await act("mentor-page/hide")).body.msg).toBe("This page is taken down already.");
    expect((await act("mentor-page/show")).body.msg).toBe("Everybody sees the page of Kavya Rao again.");
    expect(await publicPage()).toMatchObject({ headline: "Another headline" });
    expect((await ownPage()).hidden).toBeNull();
    expect((await newestMail())?.subject).toBe("Your page at Greenroom can be seen again");
    expect((await act("mentor-page/show")).body.msg).toBe("This page is not taken down.");
  });

  it("shows headline and photo to nobody, the signed-in included", async () => {
    await saveOwn({ headline: "Something offensive" });
    const body = fileForm("photo", png({}), "me.png", "image/png");
    const { photoUrl } = (await app.post(mentor, "/api/interviewer/profile-photo", body)).body;
    const path = `/api/user/interviewers?id=${mentor.user._id}`;
    const card = async () => (await app.read(owner, path))[0];
    expect(await card()).toMatchObject({ headline: "Something offensive", photoUrl });
    await act("mentor-page/hide");
    expect(await card()).toMatchObject({ firstName: "Kavya", headline: "", topics: [], photoUrl: null });
    expect((await app.call("GET", photoUrl)).status).toBe(404);
    await act("mentor-page/show");
    expect((await card()).photoUrl).toBe(photoUrl);
    expect((await app.call("GET", photoUrl)).status).toBe(200);
  });

  it("is shown again by an undo, but not after it was taken down anew", async () => {
    await saveOwn();
    const first = await act("mentor-page/hide");
    expect((await undo(first)).status).toBe(200);
    expect(await publicPage()).toBeDefined();
    app.clock.advance({ minutes: 1 });
    await act("mentor-page/hide");
    expect((await undo(first)).body.msg).toContain("has changed in the meantime");
    expect(await publicPage()).toBeUndefined();
  });

  it("sends no mail about a state that has passed", async () => {
    await saveOwn();
    await undo(await act("mentor-page/hide"));
    expect((await newestMail())?.subject).toBe("Your page at Greenroom can be seen again");
    expect(await app.mailsTo(mentor.user.email)).toHaveLength(1);
  });

  it("is one that was written, of an interviewer", async () => {
    expect((await act("mentor-page/hide")).body.msg).toBe("Kavya Rao has not written a page yet.");
    expect(await atDesk()).toEqual({ slug: null, isListed: false, hidden: null, checks: [] });
    const candidate = await app.signUp();
    expect((await act("mentor-page/hide", {}, owner, candidate)).status).toBe(409);
    expect(await atDesk(candidate)).toBeNull();
  });
});
