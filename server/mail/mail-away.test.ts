import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../domains/operator/commands.ts";
import { createTestApp, type TestApp, testPassword } from "../testing/app.ts";
import { type SmtpPeer, startSmtpPeer } from "../testing/peers/smtp.ts";
import { putBackJobs } from "../testing/put-back-jobs.ts";

/* The product on a real mail server, while that is there and while it is not. */

let peer: SmtpPeer;
let app: TestApp;
const email = "asha@test.example";
beforeAll(async () => {
  peer = await startSmtpPeer();
  app = await createTestApp({ environment: { GREENROOM_SMTP_URL: peer.url } });
  const person = { firstName: "Asha", lastName: "Rao", mobileNumber: "+91 98765 43210" };
  await post("signup-start", { ...person, email, password: testPassword });
  await app.runJobs();
  expect((await post("signup-verify", { email, otp: await newestCode() })).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  await peer.close();
});

const post = (path: string, body: object) => app.call("POST", `/api/auth/${path}`, { body });
const askForCode = () => post("signin-otp-start", { email });
async function newestMail() {
  return await PostalMime.parse(peer.mails.at(-1)?.raw ?? "");
}
const newestCode = async () => /\b\d{6}\b/.exec((await newestMail()).text ?? "")?.[0];

async function goAway(): Promise<void> {
  await peer.close();
}
async function comeBack(): Promise<void> {
  peer = await startSmtpPeer({ port: peer.port });
  await putBackJobs(app);
}

describe("with the mail server away", () => {
  it("a code is asked for as ever, waits, and comes with the minutes that it has left", async () => {
    await goAway();
    expect((await askForCode()).status).toBe(200);
    await expect(app.runJobs()).rejects.toMatchObject({ code: "ESOCKET" });
    expect((await post("signin-password", { email, password: testPassword })).status).toBe(200);
    app.clock.advance({ minutes: 3 });
    await comeBack();
    await app.runJobs();
    expect((await newestMail()).text).toContain("It works once, for 7 minutes.");
    expect((await post("signin-otp-verify", { email, otp: await newestCode() })).status).toBe(200);
  });

  it("a code that has expired in the meantime is not sent late", async () => {
    app.clock.advance({ hours: 1 });
    await goAway();
    await askForCode();
    await expect(app.runJobs()).rejects.toMatchObject({ code: "ESOCKET" });
    app.clock.advance({ minutes: 10 });
    await comeBack();
    expect(await app.runJobs()).toBeGreaterThan(0);
    expect(peer.tries).toEqual([]);
  });
});

describe("a mail server that has the mail and is slow to say so", () => {
  const untilDone = () =>
    expect
      .poll(
        () =>
          putBackJobs(app)
            .then(() => app.runJobs())
            .then(() => "done", String),
        { timeout: 20_000 },
      )
      .toBe("done");

  it("is asked nothing twice: the code comes once, and is good", async () => {
    app.clock.advance({ hours: 1 });
    const before = peer.tries.length;
    peer.failMessages("late");
    expect((await askForCode()).status).toBe(200);
    await expect(app.runJobs()).rejects.toMatchObject({ name: "MailUnanswered" });
    await putBackJobs(app);
    await expect(app.runJobs()).rejects.toThrow("has not answered yet");
    peer.answerLate("taken");
    await untilDone();
    expect(peer.tries.slice(before)).toEqual([email]);
    expect((await post("signin-otp-verify", { email, otp: await newestCode() })).status).toBe(200);
  });

  it("after ten minutes is given it again, under the same Message-ID", async () => {
    const to = "ravi@test.example";
    const before = peer.mails.length;
    await app.call("POST", "/api/contact", { body: { name: "Ravi", email: to, message: "Hello" } });
    peer.failMessages("late");
    await expect(app.runJobs()).rejects.toMatchObject({ name: "MailUnanswered" });
    app.clock.advance({ minutes: 11 });
    await untilDone();
    peer.answerLate("taken");
    await expect.poll(() => peer.mails.length - before, { timeout: 20_000 }).toBe(3);
    const ids = await Promise.all(
      peer.mails.slice(before).map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    );
    expect(new Set(ids).size).toBe(2);
  });
});

describe("an address that is refused for good", () => {
  it("is tried once a mail, told to the operator, and cleared by the next mail that is taken", async () => {
    const refused = async () => {
      const output = await runCommand(app.deps, ["mail", "refused"]);
      return "rows" in output ? output.rows : [];
    };
    app.clock.advance({ hours: 1 });
    const before = peer.tries.length;
    peer.refuse(email, 550);
    await askForCode();
    await app.runJobs();
    await putBackJobs(app);
    expect(await app.runJobs()).toBe(0);
    expect(peer.tries.slice(before)).toEqual([email]);
    expect(await refused()).toMatchObject([
      { address: email, times: 1, reply: expect.stringContaining("550") },
    ]);

    peer.refuse(email, null);
    app.clock.advance({ minutes: 2 });
    await askForCode();
    await app.runJobs();
    expect(await newestCode()).toMatch(/^\d{6}$/);
    expect(await refused()).toEqual([]);
  });
});
