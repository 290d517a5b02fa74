import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp, testPassword } from "../../testing/app.ts";
import { buy } from "../../testing/purchases.ts";
import { runCommand } from "./commands.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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

describe("an invitation", () => {
  it("makes whoever signs up with its address an interviewer, once, and says so in the audit log", async () => {
    const email = "asha@test.example";
    const answer = await invite(email.toUpperCase(), "--name", "Asha");
    expect(answer).toEqual({ msg: `${email} is invited by mail, until 2026-12-04T06:30:00.000Z.` });
    await app.runJobs();
    const [mail] = await app.mailsTo(email);
    expect(mail?.subject).toBe("Become an interviewer at Greenroom");
    expect(mail?.text).toContain("Hello Asha");
    expect(mail?.text).toContain(
      `Sign up: ${app.deps.config.publicUrl}/signup#invited=${encodeURIComponent(email)}`,
    );
    expect(mail?.text).toContain("until 4 December 2026");
    const { user, token } = await app.signUp({ email });
    expect(user.role).toBe("interviewer");
    expect((await app.call("GET", "/api/interviewer/earnings", { token })).status).toBe(200);
    expect(await stateOf(email)).toEqual(["accepted"]);
    const granted = await app.deps.database
      .selectFrom("auditLog")
      .select(["actor", "action"])
      .where("subject", "=", `user:${user._id}`)
      .where("action", "like", "role.%")
      .execute();
    expect(granted).toEqual([{ actor: "system", action: "role.interviewer-granted" }]);
  });

  it("counts for its own address only", async () => {
    await invite("meant@test.example");
    expect((await app.signUp({ email: "meant2@test.example" })).user.role).toBe("interviewee");
  });

  it("that was taken back counts for nothing, and its mail does not go out any more", async () => {
    const email = "revoked@test.example";
    await invite(email);
    expect(await run("interviewers", "revoke", email)).toEqual({
      msg: `The invitation of ${email} is taken back.`,
    });
    await expect(run("interviewers", "revoke", email)).rejects.toThrow("no invitation that is open");
    expect(await subjectsTo(email)).toEqual([]);
    expect((await app.signUp({ email })).user.role).toBe("interviewee");
    expect(await stateOf(email)).toEqual(["revoked"]);
  });

  it("ends when another is sent in its place", async () => {
    const email = "twice@test.example";
    await invite(email);
    await invite(email);
    expect(await stateOf(email)).toEqual(["open", "revoked"]);
    expect(await subjectsTo(email)).toHaveLength(1);
    expect((await app.signUp({ email })).user.role).toBe("interviewer");
  });

  it("runs out after fourteen days", async () => {
    const email = "late@test.example";
    await invite(email);
    app.clock.advance({ days: 14 });
    expect(await stateOf(email)).toEqual(["expired"]);
    expect((await app.signUp({ email })).user.role).toBe("interviewee");
    app.clock.set("2026-11-20T06:30:00.000Z");
  });

  it("to somebody with an account gives the right at once and tells them", async () => {
    const { user } = await app.signUp();
    expect(await invite(user.email)).toEqual({
      msg: `${user.email} has an account, is an interviewer now, and is told by mail.`,
    });
    expect(await subjectsTo(user.email)).toContain("You are an interviewer at Greenroom now");
    expect(await invite(user.email)).toEqual({ msg: `${user.email} is an interviewer already.` });
    const buyer = await app.signUp();
    await buy(app, buyer, "Basic");
    await expect(invite(buyer.user.email)).rejects.toThrow("needs an account of their own");
  });

  it("and a sign-up at the same moment end in an interviewer, whichever is first", async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `race${round}@test.example`;
      const account = { firstName: "Asha", email, mobileNumber: "+91 98765 43210", password: testPassword };
      await app.call("POST", "/api/auth/signup-start", { body: account });
      const otp = await app.codeMailedTo(email);
      const verify = () => app.call("POST", "/api/auth/signup-verify", { body: { email, otp } });
      const [verified] = await Promise.all([verify(), invite(email)]);
      expect(verified.status).toBe(200);
      const { token } = verified.body;
      expect((await app.call("GET", "/api/user/profile", { token })).body.role).toBe("interviewer");
    }
  });
});
