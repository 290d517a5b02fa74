import { addMinutes, roomOpensMinutesBefore } from "@greenroom/contract/time.ts";
import { Link } from "react-router";
import { type ButtonSize, buttonClass } from "../../../ui/button-class.ts";
import { formatExactTime } from "../../../ui/time/format-time.ts";
import { useNow } from "../../../ui/time/use-now.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { JoinLink } from "../../meetings/components/join-link.tsx";
import { StartMeeting } from "../../meetings/components/start-meeting.tsx";
import { readMeetingLink } from "../meeting-link.ts";

interface JoinMeetingProps {
  bookingId: string;
  startTime: string;
  /** Null until the meeting is made. */
  zoomLink: string | null;
  withName: string;
  /** The interviewer opens another provider's meeting as its host. */
  asHost?: boolean;
  size?: ButtonSize | undefined;
}

/** How often it is looked whether the door is open, in milliseconds. */
const lookAtDoor = 20_000;

/**
 * The way into a booking's meeting: a room of ours opens here, another provider's in a tab of its own. It steps back
 * until the door opens, and says when that is; the room's page lets nobody in before, and counts down.
 */
export function JoinMeeting({
  bookingId,
  startTime,
  zoomLink,
  withName,
  asHost = false,
  size,
}: JoinMeetingProps) {
  const timeZone = useTimeZone();
  const opensAt = addMinutes(new Date(startTime), -roomOpensMinutesBefore);
  const isEarly = useNow(lookAtDoor) < opensAt;
  const look = isEarly ? "quiet" : "primary";
  const link = zoomLink === null ? null : readMeetingLink(zoomLink, bookingId, window.location.href);
  if (link?.kind === "elsewhere" && asHost) {
    return <StartMeeting bookingId={bookingId} withName={withName} size={size} look={look} />;
  }
  if (link?.kind !== "room") {
    return <JoinLink href={link?.href ?? null} withName={withName} size={size} look={look} />;
  }
  return (
    <span className="inline-grid justify-items-center gap-1">
      <Link to={link.to} className={buttonClass({ size, look })}>
        <span>
          Join meeting<span className="sr-only"> with {withName}</span>
        </span>
      </Link>
      {isEarly && (
        <span className="text-xs text-ink-2 tabular">Door opens {formatExactTime(opensAt, timeZone)}</span>
      )}
    </span>
  );
}
