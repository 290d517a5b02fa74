import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { useTestApp } from "../../testing/app.ts";
import { writeMessage } from "./write-message.ts";

describe("write message", () => {
  const from = "Ünïcode Room <hello@greenroom.example>";
  const date = new Date("2026-11-20T06:30:00.000Z");
  const message = {
    id: "0190a5b8-7c00-7000-8000-000000000001",
    to: "asha@exämple.example",
    subject:
      "Your mock interview with Zoë Ångström, Fri 20 Nov 2026, 18:00 GMT+5:30 🎉 and so on, so that it is long",
    text: "Héllo = there\n\ntrailing space \nline two\n.dot at the start",
    html: `<p style="color:red">${"<b>long ✓</b>".repeat(300)}</p>`,
    replyTo: "support@greenroom.example",
  };
  const calendar = {
    method: "REQUEST" as const,
    content: "BEGIN:VCALENDAR\r\nSUMMARY:Zoë\r\nEND:VCALENDAR\r\n",
  };

  describe("a written message", () => {
    it("is read by other programs as intended", async () => {
      const { content, to, from: sender } = await writeMessage(from, { ...message, calendar }, date);
      const read = await PostalMime.parse(content);
      expect([sender, to]).toEqual(["hello@greenroom.example", "asha@xn--exmple-cua.example"]);
      expect(read.from).toMatchObject({ name: "Ünïcode Room", address: "hello@greenroom.example" });
      expect(read.subject).toBe(message.subject);
      expect(read.text?.trimEnd()).toBe(message.text);
      expect(read.html?.trimEnd()).toBe(message.html);
      expect(read.messageId).toBe(`<${message.id}@greenroom.example>`);
      expect(read.date).toBe("2026-11-20T06:30:00.000Z");
      expect(read.replyTo?.[0]?.address).toBe("support@greenroom.example");
      const invitation = read.attachments.find(({ filename }) => filename === "interview.ics");
      // The parser in this test returns the calendar's lines without their CR.
      const lines = Buffer.from(invitation?.content as ArrayBuffer)
        .toString()
        .split(/\r?\n/);
      expect(lines).toEqual(calendar.content.split("\r\n"));
      expect(content.toString()).toContain(Buffer.from(calendar.content).toString("base64"));
      expect(content.toString()).toContain("Content-Type: text/calendar; charset=utf-8; method=REQUEST");
    });

    it("contains no line that a mail server refuses", async () => {
      const { content } = await writeMessage(from, { ...message, calendar }, date);
      const lines = content.toString().split("\r\n");
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(78);
      const isAllowed = (byte: number) => [9, 10, 13].includes(byte) || (byte >= 32 && byte <= 126);
      expect(content.every(isAllowed)).toBe(true);
      expect(lines.join("")).not.toMatch(/[\r\n]/);
    });

    it("gets no header from user input", async () => {
      const typed = {
        ...message,
        subject: "Hi\r\nBcc: all@x.example",
        to: "a@b.example\r\nBcc: all@x.example",
      };
      const { content, to } = await writeMessage(from, typed, date);
      expect(to).not.toMatch(/[\r\n]/);
      const head = content.toString().split("\r\n\r\n")[0] ?? "";
      expect(head.split("\r\n").filter((line) => /^bcc/i.test(line))).toEqual([]);
    });
  });
});

describe("mailbox", () => {
  const app = useTestApp();

  it("the mailbox shows a mail as text and as mail programs show it, and nothing in it can run", async () => {
    await app.signUpThroughApi("asha@test.example");
    const list = await app.call("GET", "/dev/mailbox");
    expect(list.body).toContain("is your sign-up code");
    const path = /href="(\/dev\/mailbox\/[^"]+)"/.exec(list.body)?.[1] ?? "";
    const mail = await app.call("GET", path);
    expect([mail.status, mail.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(mail.body).toContain("Finish your sign-up");
    const policy = mail.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("sandbox");
    expect(policy).not.toContain("allow-scripts");
    expect((await app.call("GET", "/dev/mailbox/none")).status).toBe(404);
  });
});
