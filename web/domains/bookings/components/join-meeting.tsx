import { Link } from "react-router";
import { type ButtonSize, buttonClass } from "../../../ui/button-class.ts";
import { JoinLink } from "../../meetings/components/join-link.tsx";
import { readMeetingLink } from "../meeting-link.ts";

interface JoinMeetingProps {
  bookingId: string;
  /** Null until the meeting is made. */
  zoomLink: string | null;
  withName: string;
  size?: ButtonSize | undefined;
}

/** The way into a booking's meeting: a room of ours opens here, another provider's in a tab of its own. */
export function JoinMeeting({ bookingId, zoomLink, withName, size }: JoinMeetingProps) {
  const link = zoomLink === null ? null : readMeetingLink(zoomLink, bookingId, window.location.href);
  if (link?.kind !== "room") return <JoinLink href={link?.href ?? null} withName={withName} size={size} />;
  return (
    <Link to={link.to} className={buttonClass({ size })}>
      <span>
        Join meeting<span className="sr-only"> with {withName}</span>
      </span>
    </Link>
  );
}
