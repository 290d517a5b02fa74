import { useSite } from "../../../app/site-settings.ts";

/** A development server sends no real mail, so this says where the code can be read. */
export function DevelopmentMailboxHint() {
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
