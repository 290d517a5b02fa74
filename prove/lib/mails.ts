import PostalMime from "postal-mime";

interface SentMail {
  raw: Buffer;
}

/** Reads every invitation. One that was sent as two different mails is the sign of a job that was enqueued twice. */
export async function readInvitations(mails: readonly SentMail[]): Promise<{
  invitations: number;
  /** `address bookingId` of everybody who was invited. */
  invited: Set<string>;
  /** Mails that were delivered again under the same Message-ID, which receivers drop. */
  redelivered: number;
  violations: string[];
}> {
  const idsByInvitation = new Map<string, Set<string>>();
  const invited = new Set<string>();
  let redelivered = 0;
  const seen = new Set<string>();
  for (const { raw } of mails) {
    const mail = await PostalMime.parse(raw);
    const id = mail.messageId ?? "";
    if (seen.has(id)) redelivered += 1;
    seen.add(id);
    const calendar = mail.attachments.find(({ mimeType }) => mimeType === "text/calendar");
    if (calendar === undefined) continue;
    const { content } = calendar;
    const text = typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");
    const field = (name: string) => new RegExp(`^${name}[:;](.*)$`, "m").exec(text)?.[1]?.trim() ?? "";
    const name = [mail.to?.[0]?.address, field("UID"), field("METHOD"), field("SEQUENCE"), mail.subject].join(
      " ",
    );
    const bookingId = /^booking-([0-9a-f-]{36})@/.exec(field("UID"))?.[1];
    if (field("METHOD") === "REQUEST") invited.add(`${mail.to?.[0]?.address} ${bookingId}`);
    const ids = idsByInvitation.get(name) ?? new Set();
    idsByInvitation.set(name, ids.add(id));
  }
  const violations = [...idsByInvitation]
    .filter(([, ids]) => ids.size > 1)
    .map(([name, ids]) => `one invitation was sent as ${ids.size} mails: ${name}`);
  return { invitations: idsByInvitation.size, invited, redelivered, violations };
}
