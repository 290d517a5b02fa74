import { useSite } from "../../../app/site-settings.ts";

/** A server without SMTP keeps its mail in a folder, so this says where the code can be read. */
export function MailboxHint() {
  const { hasMailbox } = useSite();
  if (!hasMailbox) return null;
  return (
    <p className="text-sm text-ink-3">
      This server does not send mail. It keeps mail in its{" "}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="link">
        mailbox
      </a>
      .
    </p>
  );
}
