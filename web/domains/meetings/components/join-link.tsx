import { type ButtonLook, type ButtonSize, buttonClass } from "../../../ui/button-class.ts";

interface JoinLinkProps {
  /** The meeting's link, whichever provider is set; null until the meeting is made. */
  href: string | null;
  /** With whom: several of these links can stand on one page. */
  withName: string;
  size?: ButtonSize | undefined;
  look?: ButtonLook | undefined;
}

/** The way into a meeting, in a tab of its own so that the dashboard stays where it is. */
export function JoinLink({ href, withName, size, look }: JoinLinkProps) {
  if (href === null) return <span className="text-sm text-ink-2">The meeting link is being made</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ size, look })}>
      Join meeting
      <span className="sr-only"> with {withName} (opens a new tab)</span>
    </a>
  );
}
