import { useSite } from "../../site/site-settings.ts";

/** On a development server nothing is really mailed; this says where the code can be read. */
export function MailboxHint() {
  const { isDevelopment } = useSite();
  if (!isDevelopment) return null;
  return (
    <p className="text-sm text-ink-3">
      Development server: mail is not sent, it lands in the{" "}
      <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="link">
        mailbox
      </a>
      .
    </p>
  );
}
