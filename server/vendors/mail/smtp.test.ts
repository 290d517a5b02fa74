import { Resolver } from "node:dns";
import PostalMime from "postal-mime";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environmentReader } from "../../kernel/config/environment.ts";
import { readMailSettings, type SmtpSettings } from "../../kernel/config/provider-settings.ts";
import { FixedClock } from "../../testing/clock.ts";
import { closedPort } from "../../testing/processes.ts";
import { type LocalSmtpServer, startLocalSmtpServer } from "../../testing/providers/smtp.ts";
import type { MailSender } from "./port.ts";
import { smtpMail } from "./smtp.ts";

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

interface SmtpSetup {
  localSmtp: LocalSmtpServer;
  mail: MailSender;
}

async function setUp(
  encryption: SmtpSettings["encryption"] = "none",
  change: Partial<SmtpSettings> = {},
): Promise<SmtpSetup> {
  const localSmtp = await startLocalSmtpServer({ encryption });
  opened.push(() => localSmtp.close());
  return {
    localSmtp,
    mail: sender(localSmtp, { ...settingsOf(localSmtp.url), encryption, ...change }),
  };
}

function sender(
  localSmtp: Pick<LocalSmtpServer, "ca">,
  settings: SmtpSettings,
  ca: string | undefined = localSmtp.ca,
  limits: { answerWithinMilliseconds?: number } = {},
): MailSender {
  const mail = smtpMail({
    settings,
    from: "Greenroom <hello@greenroom.example>",
    clock: new FixedClock("2026-11-20T06:30:00.000Z"),
    ...(ca === "" ? {} : { ca }),
    ...limits,
  });
  opened.push(async () => mail.close?.());
  return mail;
}

function settingsOf(url: string): SmtpSettings {
  const settings = readMailSettings(environmentReader({ GREENROOM_SMTP_URL: url }), false);
  if (settings.kind !== "smtp") throw new Error("no SMTP settings");
  return settings;
}

const message = {
  to: "asha@test.example",
  subject: "Your interview",
  text: "At 10:30.\n.\nA line with one dot above.",
  html: "<p>At 10:30.</p>",
};

describe("a message", () => {
  it.each(["none", "starttls", "tls"] as const)(
    "arrives complete, with encryption %s",
    async (encryption) => {
      const { localSmtp, mail } = await setUp(encryption);
      await mail.send({ ...message, replyTo: "support@greenroom.example" });
      expect(localSmtp.mails).toMatchObject([{ from: "hello@greenroom.example", to: ["asha@test.example"] }]);
      const read = await PostalMime.parse(localSmtp.mails[0]?.raw ?? "");
      expect(read).toMatchObject({ subject: "Your interview", from: { name: "Greenroom" } });
      expect(read.text?.trim()).toBe(message.text);
      expect(read.html).toContain("<p>At 10:30.</p>");
      expect(read.replyTo).toMatchObject([{ address: "support@greenroom.example" }]);
    },
  );

  it("reaches a server on this machine while no name server answers", async () => {
    const lookUps = (["resolve4", "resolve6"] as const).map((name) =>
      vi.spyOn(Resolver.prototype, name).mockImplementation(() => undefined),
    );
    opened.push(async () => lookUps.forEach((lookUp) => void lookUp.mockRestore()));
    const { localSmtp, mail } = await setUp("none", { host: "localhost" });
    await mail.send(message);
    expect(localSmtp.mails).toMatchObject([{ to: ["asha@test.example"] }]);
  });

  it("shares a few connections with other messages", async () => {
    const { localSmtp, mail } = await setUp();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => mail.send({ ...message, to: `a${index}@test.example` })),
    );
    expect(new Set(localSmtp.mails.flatMap(({ to }) => to)).size).toBe(12);
  });
});

describe("encryption", () => {
  it("is required: a server that offers none gets nothing", async () => {
    const { localSmtp, mail } = await setUp("none", { encryption: "starttls" });
    await expect(mail.send(message)).rejects.toThrow();
    expect(localSmtp.mails).toEqual([]);
  });

  it.each(["starttls", "tls"] as const)(
    "with an untrusted certificate is refused: %s",
    async (encryption) => {
      const { localSmtp } = await setUp(encryption);
      const mail = sender(localSmtp, { ...settingsOf(localSmtp.url), encryption }, "");
      await expect(mail.send(message)).rejects.toMatchObject({ code: expect.stringMatching(/ESOCKET|ETLS/) });
      expect(localSmtp.attemptedRecipients).toEqual([]);
    },
  );
});

describe("a refusal", () => {
  it.each([550, 551, 553, 500])("%i to the recipient is permanent", async (code) => {
    const { localSmtp, mail } = await setUp();
    localSmtp.refuse(message.to, code);
    await expect(mail.send(message)).rejects.toMatchObject({
      name: "RecipientRefused",
      to: message.to,
      reply: expect.stringContaining(String(code)),
    });
  });

  it.each([421, 450, 451, 452])("%i to the recipient is temporary", async (code) => {
    const { localSmtp, mail } = await setUp();
    localSmtp.refuse(message.to, code);
    await expect(mail.send(message)).rejects.toMatchObject({ name: "Error" });
    localSmtp.refuse(message.to, null);
    await mail.send(message);
    expect(localSmtp.mails).toHaveLength(1);
  });

  it.each([451, 552, 554])(
    "%i to the message is retried, because the next server may accept it",
    async (code) => {
      const { localSmtp, mail } = await setUp();
      localSmtp.failMessages(code);
      await expect(mail.send(message)).rejects.toMatchObject({ name: "Error", responseCode: code });
    },
  );

  it("of the password is reported as such, and is temporary", async () => {
    const { mail } = await setUp("none", { auth: { user: "greenroom", pass: "another" } });
    await expect(mail.send(message)).rejects.toMatchObject({ code: "EAUTH", responseCode: 535 });
    await expect(mail.check?.()).rejects.toMatchObject({ code: "EAUTH" });
  });
});

describe("a server that fails", () => {
  it.each(["no-greeting", "malformed"] as const)(
    "%s: the message is not accepted, but the next one is",
    async (fault) => {
      const { localSmtp, mail } = await setUp();
      localSmtp.failConnections(fault);
      await expect(mail.send(message)).rejects.toThrow();
      await mail.send(message);
      expect(localSmtp.mails).toHaveLength(1);
    },
  );

  it("stops responding at any step: we time out, and the next message is delivered", async () => {
    const alone = ["MAIL", "RCPT", "DATA"].map((silentFrom) => ({ silentFrom, isPipelining: false }));
    const together = ["EHLO", "AUTH", "MAIL"].map((silentFrom) => ({ silentFrom, isPipelining: true }));
    await Promise.all(
      [...alone, ...together].map(async ({ silentFrom, isPipelining }) => {
        const localSmtp = await startLocalSmtpServer({ isPipelining });
        opened.push(() => localSmtp.close());
        const settings = settingsOf(localSmtp.url);
        const impatient = sender(localSmtp, settings, localSmtp.ca, { answerWithinMilliseconds: 500 });
        localSmtp.failConnections({ silentFrom });
        await expect(impatient.send(message), silentFrom).rejects.toMatchObject({ code: "ETIMEDOUT" });
        await sender(localSmtp, settings).send(message);
        expect(localSmtp.mails, silentFrom).toHaveLength(1);
      }),
    );
  });

  it("keeps all connections busy: the next message is refused, and does not go out later", async () => {
    const localSmtp = await startLocalSmtpServer({ isPipelining: false });
    opened.push(() => localSmtp.close());
    const mail = sender(localSmtp, settingsOf(localSmtp.url), localSmtp.ca, {
      answerWithinMilliseconds: 3_000,
    });
    localSmtp.failConnections(...Array.from({ length: 10 }, () => ({ silentFrom: "DATA" })));
    const sent = await Promise.allSettled(Array.from({ length: 11 }, () => mail.send(message)));
    const reasons = sent.map((one) => (one.status === "rejected" ? one.reason : null));
    expect(reasons.filter((reason) => reason?.code === "ETIMEDOUT")).toHaveLength(10);
    expect(reasons.at(-1)).toMatchObject({ code: "unavailable", message: "The mail server is busy." });
    await mail.send(message);
    expect(localSmtp.mails).toHaveLength(1);
  });

  it("drops the connection in the middle of a message: it is not accepted", async () => {
    const { localSmtp, mail } = await setUp();
    localSmtp.failMessages("cut");
    await expect(mail.send(message)).rejects.toThrow();
    expect(localSmtp.mails).toEqual([]);
    await mail.send(message);
    expect(localSmtp.mails).toHaveLength(1);
  });

  it("loses its reply: the message is sent twice rather than never", async () => {
    const { localSmtp, mail } = await setUp();
    localSmtp.failMessages("lost-answer");
    await expect(mail.send(message)).rejects.toThrow();
    await mail.send(message);
    expect(localSmtp.mails).toHaveLength(2);
  });

  it("cannot be reached", async () => {
    const mail = sender({ ca: "" }, settingsOf(`smtp://127.0.0.1:${await closedPort()}`));
    await expect(mail.send(message)).rejects.toMatchObject({ code: "ESOCKET" });
  });
});
