import { describe, expect, it } from "vitest";
import { runCommand, type SignedUpUser, useTestApp } from "../testing/app.ts";
import { buy } from "../testing/purchases.ts";

const app = useTestApp();

const run = (...given: string[]) => runCommand(app.deps, given);
const invite = (email: string, ...more: string[]) => run("interviewers", "invite", email, ...more);

async function stateOf(email: string): Promise<unknown[]> {
  const output = await run("interviewers", "invitations");
  if (!("rows" in output)) throw new Error("no rows");
  return output.rows.filter((row) => row.email === email).map(({ state }) => state);
}

async function subjectsTo(email: string) {
  await app.runJobs();
  return (await app.mailsTo(email)).map(({ subject }) => subject);
}

const own = "/api/user/interviewer-invitation";
const answer = (what: string, by: SignedUpUser) => app.post(by, `${own}/${what}`);
const roleOf = async (by: SignedUpUser) => (await app.read(by, "/api/user/profile")).role;

describe("an invitation of somebody who has an account", () => {
  it("changes nothing until its holder accepts, who then is an interviewer and told by mail", async () => {
    const person = await app.signUp();
    const { email } = person.user;
    expect(await invite(email)).toEqual({
      msg: expect.stringMatching(
        /is invited by email\. .* They have an account, and accept when they are signed in/,
      ),
    });
    await app.runJobs();
    const mail = (await app.mailsTo(email)).at(-1);
    expect(mail?.subject).toBe("Become an interviewer at Greenroom");
    expect(mail?.text).toContain(`${app.deps.config.publicUrl}/interviewer-invitation`);
    expect(await roleOf(person)).toBe("interviewee");
    expect((await app.call("GET", own, person)).body).toEqual({
      invitation: { expiresAt: expect.any(String), obstacle: null },
    });
    expect((await answer("accept", person)).body).toEqual({ msg: "You are an interviewer now." });
    expect(await roleOf(person)).toBe("interviewer");
    expect(await subjectsTo(email)).toContain("You're now an interviewer at Greenroom");
    expect(await invite(email)).toEqual({ msg: `${email} is an interviewer already.` });
    const granted = await app.deps.database
      .selectFrom("auditLog")
      .select("actorUserId")
      .where("subject", "=", `user:${person.user._id}`)
      .where("action", "=", "role.interviewer-granted")
      .execute();
    expect(granted).toEqual([{ actorUserId: person.user._id }]);
  });

  it("is of no use to another account", async () => {
    const [invited, other] = [await app.signUp(), await app.signUp()];
    await invite(invited.user.email);
    expect((await app.call("GET", own, other)).body).toEqual({ invitation: null });
    expect((await answer("accept", other)).status).toBe(404);
    expect(await roleOf(other)).toBe("interviewee");
  });

  it("is declined once, and the account stays as it is", async () => {
    const person = await app.signUp();
    await invite(person.user.email);
    expect((await answer("decline", person)).status).toBe(200);
    expect((await answer("accept", person)).status).toBe(404);
    expect((await answer("decline", person)).status).toBe(404);
    expect(await roleOf(person)).toBe("interviewee");
    expect(await stateOf(person.user.email)).toEqual(["revoked"]);
  });

  it("says what prevents accepting it, and can be accepted once that is resolved", async () => {
    const buyer = await app.signUp();
    await buy(app, buyer, "Basic");
    await invite(buyer.user.email);
    const { invitation } = (await app.call("GET", own, buyer)).body;
    expect(invitation.obstacle).toContain("needs an account of their own");
    const refused = await answer("accept", buyer);
    expect([refused.status, refused.body.msg]).toEqual([409, invitation.obstacle]);
    expect(await stateOf(buyer.user.email)).toEqual(["open"]);
  });
});

describe("an invitation", () => {
  it("leads to a sign-up, and changes no role before the new account accepts it", async () => {
    const email = "asha@test.example";
    const invited = await invite(email.toUpperCase(), "--name", "Asha");
    expect(invited).toEqual({
      msg: `${email} is invited by email. The invitation expires at 2026-12-04T06:30:00.000Z.`,
    });
    await app.runJobs();
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).toBe("Become an interviewer at Greenroom");
    expect(mail?.text).toContain("Hello Asha");
    const next = encodeURIComponent("/interviewer-invitation");
    expect(mail?.text).toContain(
      `Sign up: ${app.deps.config.publicUrl}/signup?next=${next}#invited=${encodeURIComponent(email)}`,
    );
    expect(mail?.text).toContain("until 4 December 2026");
    const person = await app.signUpThroughApi(email);
    expect(person.user.role).toBe("interviewee");
    expect(await stateOf(email)).toEqual(["open"]);
    expect((await answer("accept", person)).status).toBe(200);
    expect(await roleOf(person)).toBe("interviewer");
    expect((await app.call("GET", "/api/interviewer/earnings", person)).status).toBe(200);
    expect(await stateOf(email)).toEqual(["accepted"]);
  });

  it("counts for its own address only", async () => {
    await invite("meant@test.example");
    const other = await app.signUp({ email: "meant2@test.example" });
    expect((await answer("accept", other)).status).toBe(404);
  });

  it("that was revoked cannot be accepted, and its mail is no longer sent", async () => {
    const email = "revoked@test.example";
    await invite(email);
    expect(await run("interviewers", "revoke", email)).toEqual({
      msg: `The invitation for ${email} is revoked.`,
    });
    await expect(run("interviewers", "revoke", email)).rejects.toThrow("no invitation that is open");
    expect(await subjectsTo(email)).toEqual([]);
    expect((await answer("accept", await app.signUp({ email }))).status).toBe(404);
    expect(await stateOf(email)).toEqual(["revoked"]);
  });

  it("ends when another is sent in its place", async () => {
    const email = "twice@test.example";
    await invite(email);
    await invite(email);
    expect(await stateOf(email)).toEqual(["open", "revoked"]);
    expect(await subjectsTo(email)).toHaveLength(1);
    expect((await answer("accept", await app.signUp({ email }))).status).toBe(200);
    expect(await stateOf(email)).toEqual(["accepted", "revoked"]);
  });

  it("runs out after fourteen days", async () => {
    const email = "late@test.example";
    await invite(email);
    app.clock.advance({ days: 14 });
    expect(await stateOf(email)).toEqual(["expired"]);
    expect((await answer("accept", await app.signUp({ email }))).status).toBe(404);
    app.clock.set("2026-11-20T06:30:00.000Z");
  });

  it("accepted and sent again at the same moment leaves no open invitation to an interviewer", async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await app.signUp({ email: `race${round}@test.example` });
      await invite(person.user.email);
      const [accepted] = await Promise.all([answer("accept", person), invite(person.user.email)]);
      expect(accepted.status).toBe(200);
      expect(await roleOf(person)).toBe("interviewer");
      expect(await stateOf(person.user.email)).not.toContain("open");
    }
  });
});
