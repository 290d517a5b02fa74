import { describe, expect, it } from "vitest";
import { createTestApp, useTestApp } from "../testing/app.ts";

const app = useTestApp();

const message = { name: "Meera Iyer", email: "meera@contact.example", message: "Do you have SQL drills?" };
const send = (body: object) => app.call("POST", "/api/contact", { body });
const countStored = async () =>
  (await app.deps.pool.query("select count(*)::int as stored from contact_messages")).rows[0].stored;

describe("a contact message", () => {
  it("is stored, mailed to us for an answer, and confirmed to the sender without its text", async () => {
    const before = await countStored();
    const answer = await send(message);
    expect(answer).toMatchObject({ status: 200, body: { msg: "Message sent — we will contact you soon!" } });
    await app.runJobs();
    const [ours] = await app.mailsTo("support@greenroom.example");
    expect(ours?.text).toContain("Do you have SQL drills?");
    expect(ours?.replyTo?.[0]?.address).toBe(message.email);
    const [theirs] = await app.mailsTo(message.email);
    expect(theirs?.subject).toBe("Greenroom received your message");
    expect(theirs?.text).not.toContain("SQL drills");
    expect(await countStored()).toBe(before + 1);
  });

  it("of a person who deletes the account before it is mailed leaves no job that fails", async () => {
    const email = "gone@contact.example";
    await send({ ...message, email });
    await app.deps.pool.query("delete from contact_messages where email = $1", [email]);
    expect(await app.runJobs()).toBe(2);
    expect(await app.mailsTo(email)).toEqual([]);
    const failed = await app.deps.pool.query("select from pgboss.job where state in ('retry', 'failed')");
    expect(failed.rowCount).toBe(0);
  });

  it("of a bot gets the usual response and is discarded", async () => {
    const before = await countStored();
    const answer = await send({
      ...message,
      email: "robot@contact.example",
      website: "https://spam.example",
    });
    expect(answer.status).toBe(200);
    expect(await app.runJobs()).toBe(0);
    expect(await countStored()).toBe(before);
  });

  it.each([
    ["name", { ...message, name: " " }, "Name is required."],
    ["email", { ...message, email: "nobody" }, /email/i],
    ["message", { ...message, message: "" }, "Message is required."],
  ])("without a valid %s is refused with the field's name", async (field, body, sentence) => {
    const { status, body: refusal } = await send(body);
    expect(status).toBe(400);
    expect(refusal.details).toEqual([{ path: field, msg: expect.stringMatching(sentence) }]);
  });
});

it("mails one recipient three confirmations a day, and takes ten messages an hour from one address", async () => {
  const strict = await createTestApp({ environment: { GREENROOM_RATE_LIMIT_FACTOR: "1" } });
  try {
    const send = async (email: string) =>
      (await strict.call("POST", "/api/contact", { body: { ...message, email } })).status;
    for (let count = 0; count < 4; count += 1) {
      expect(await send("victim@contact.example")).toBe(200);
      // Both spellings of the address are the same mailbox.
      expect(await send("  VICTIM@contact.example ")).toBe(200);
    }
    expect(await send("other@contact.example")).toBe(200);
    await strict.runJobs();
    expect(await strict.mailsTo("victim@contact.example")).toHaveLength(3);
    expect(await strict.mailsTo("other@contact.example")).toHaveLength(1);
    expect(await strict.mailsTo("support@greenroom.example")).toHaveLength(9);
    expect([await send("other@contact.example"), await send("other@contact.example")]).toEqual([200, 429]);
  } finally {
    await strict.close();
  }
});
