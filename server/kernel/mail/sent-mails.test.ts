import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { type MailSender, RecipientRefused } from "../../vendors/mail/port.ts";
import { purgeSentMails } from "./sent-mails.ts";

let app: TestApp;
const refusing = "nobody@test.example";
const delivered: string[] = [];
const sender: MailSender = {
  async send({ to }) {
    delivered.push(to);
    if (to === refusing) throw new RecipientRefused(to, "550 5.1.1 No such user");
  },
};
beforeAll(async () => {
  app = await createTestApp({ overrides: { mail: sender } });
});
afterAll(() => app.close());

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
