import { type ButtonSize, type ButtonVariant, buttonClass } from "../../ui/actions/button-class.ts";

interface JoinLinkProps {
  /** The meeting's link at any provider; null until the meeting is created. */
  href: string | null;
  /** The other person's name, because a page can contain several of these links. */
  withName: string;
  size?: ButtonSize | undefined;
  variant?: ButtonVariant | undefined;
  label: string;
}

/** A link to a meeting, in a new tab so that the dashboard stays open. */
export function JoinLink({ href, withName, size, variant, label }: JoinLinkProps) {
  if (href === null) return <span className="text-sm text-ink-2">The meeting link is being created</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ size, variant })}>
      {label}
      <span className="sr-only"> with {withName} (opens a new tab)</span>
    </a>
  );
}
