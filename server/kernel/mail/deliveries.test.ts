import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createTestApp,
  requeueActiveJobs,
  type TestApp,
  testPassword,
  useTestApp,
} from "../../testing/app.ts";
import { type LocalSmtpServer, startLocalSmtpServer } from "../../testing/providers/smtp.ts";
import { type MailSender, RecipientRefused } from "../../vendors/mail/port.ts";
import { listRefusals, purgeSentMails } from "./deliveries.ts";

describe("mail server unavailable", () => {
  /* Runs the app with a real mail server, both while it is available and while it is not. */

  let localSmtp: LocalSmtpServer;
  let app: TestApp;
  const email = "asha@test.example";
  beforeAll(async () => {
    localSmtp = await startLocalSmtpServer();
    app = await createTestApp({ environment: { GREENROOM_SMTP_URL: localSmtp.url } });
    const person = { firstName: "Asha", lastName: "Rao", mobileNumber: "+91 98765 43210" };
    await post("signup-start", { ...person, email, password: testPassword });
    await app.runJobs();
    expect((await post("signup-verify", { email, otp: await newestCode() })).status).toBe(200);
  });
  afterAll(async () => {
    await app.close();
    await localSmtp.close();
  });

  // One browser, known since the sign-up, because a sign-in from a new one would send another mail.
  const headers = { cookie: `greenroom-browser=${"A".repeat(43)}` };
  const post = (path: string, body: object) => app.call("POST", `/api/auth/${path}`, { body, headers });
  /** Each test asks at another hour, because the next code of an address has to wait. */
  const askForCode = () => post("signin-otp-start", { email });
  async function newestMail() {
    return await PostalMime.parse(localSmtp.mails.at(-1)?.raw ?? "");
  }
  const newestCode = async () => /\b\d{6}\b/.exec((await newestMail()).text ?? "")?.[0];

  async function goAway(): Promise<void> {
    await localSmtp.close();
  }
  async function comeBack(): Promise<void> {
    localSmtp = await startLocalSmtpServer({ port: localSmtp.port });
    await requeueActiveJobs(app);
  }

  describe("with the mail server unavailable", () => {
    it("a code can be requested as usual; it waits, and arrives with its remaining minutes", async () => {
      await goAway();
      expect((await askForCode()).status).toBe(200);
      await expect(app.runJobs()).rejects.toMatchObject({ code: "ESOCKET" });
      expect((await post("signin-password", { email, password: testPassword })).status).toBe(200);
      app.clock.advance({ minutes: 3 });
      await comeBack();
      await app.runJobs();
      expect((await newestMail()).text).toContain("It works once and expires in 7 minutes.");
      expect((await post("signin-otp-verify", { email, otp: await newestCode() })).status).toBe(200);
    });

    it("a code that has expired meanwhile is not sent", async () => {
      app.clock.advance({ hours: 1 });
      await goAway();
      await askForCode();
      await expect(app.runJobs()).rejects.toMatchObject({ code: "ESOCKET" });
      app.clock.advance({ minutes: 10 });
      await comeBack();
      expect(await app.runJobs()).toBeGreaterThan(0);
      expect(localSmtp.attemptedRecipients).toEqual([]);
    });
  });

  it("a mail whose answer was lost is sent again with the same Message-ID", async () => {
    const before = localSmtp.mails.length;
    await app.call("POST", "/api/contact", { body: { name: "Ravi", email, message: "Hello" } });
    localSmtp.failMessages("lost-answer");
    await expect(app.runJobs()).rejects.toThrow();
    await requeueActiveJobs(app);
    await app.runJobs();
    const ids = await Promise.all(
      localSmtp.mails.slice(before).map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    );
    expect([ids.length, new Set(ids).size]).toEqual([3, 2]);
  });

  describe("an address that is permanently refused", () => {
    it("is tried once per mail, reported to the operator, and cleared by the next accepted mail", async () => {
      const refused = () => listRefusals(app.deps.database, 10);
      app.clock.advance({ hours: 3 });
      const before = localSmtp.attemptedRecipients.length;
      localSmtp.refuse(email, 550);
      await askForCode();
      await app.runJobs();
      await requeueActiveJobs(app);
      expect(await app.runJobs()).toBe(0);
      expect(localSmtp.attemptedRecipients.slice(before)).toEqual([email]);
      expect(await refused()).toMatchObject([
        { address: email, times: 1, reply: expect.stringContaining("550") },
      ]);

      localSmtp.refuse(email, null);
      app.clock.advance({ minutes: 2 });
      await askForCode();
      await app.runJobs();
      expect(await newestCode()).toMatch(/^\d{6}$/);
      expect(await refused()).toEqual([]);
    });
  });
});

describe("sent mails", () => {
  const refusing = "nobody@test.example";
  const delivered: string[] = [];
  const sender: MailSender = {
    async send({ to }) {
      delivered.push(to);
      if (to === refusing) throw new RecipientRefused(to, "550 5.1.1 No such user");
    },
  };
  const app = useTestApp({ overrides: { mail: sender } });

  const sent = async (address: string) =>
    await app.deps.database
      .selectFrom("sentMails")
      .select(["subject", "outcome"])
      .where("address", "=", address)
      .execute();

  async function signUp(email: string) {
    await app.call("POST", "/api/auth/signup-start", {
      body: {
        firstName: "A",
        lastName: "",
        email,
        mobileNumber: "+91 98765 43210",
        password: "brave-Otter-77!",
      },
    });
    await app.runJobs();
  }

  it("lists an accepted mail, without the code in its subject", async () => {
    await signUp("somebody@test.example");
    expect(await sent("somebody@test.example")).toEqual([
      { subject: "•••••• is your sign-up code", outcome: "taken" },
    ]);
  });

  it("lists a refused mail", async () => {
    await signUp(refusing);
    expect(await sent(refusing)).toMatchObject([{ outcome: "refused" }]);
  });

  it("keeps the list until it is purged", async () => {
    await purgeSentMails(app.deps.database, app.clock.now());
    expect(await sent(refusing)).toHaveLength(1);
    app.clock.advance({ days: 91 });
    await purgeSentMails(app.deps.database, app.clock.now());
    expect(await sent(refusing)).toEqual([]);
  });

  it("does not send a mail again that was accepted and could not be recorded", async () => {
    const email = "unrecorded@test.example";
    await app.deps.pool.query("alter table sent_mails rename to elsewhere");
    await signUp(email).finally(() => app.deps.pool.query("alter table elsewhere rename to sent_mails"));
    app.clock.advance({ hours: 1 });
    await app.runJobs();
    expect(delivered.filter((to) => to === email)).toEqual([email]);
  });
});
