import { addMinutes, roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import { Link } from "react-router";
import { formatExactTime } from "../../format/format-time.ts";
import { useTimeZone } from "../../session/use-time-zone.ts";
import { type ButtonSize, buttonClass } from "../../ui/actions/button-class.ts";
import { useNow } from "../../ui/hooks/use-now.ts";
import { JoinLink } from "./join-link.tsx";
import { readMeetingLink } from "./meeting-link.ts";
import { StartMeeting } from "./start-meeting.tsx";

interface JoinMeetingProps {
  bookingId: string;
  startTime: string;
  /** Null until the meeting is created. */
  zoomLink: string | null;
  withName: string;
  /** An interviewer opens another provider's meeting as its host. */
  asInterviewer?: boolean;
  size?: ButtonSize | undefined;
  label?: string;
}

/** How often we check whether the room is open, in milliseconds. */
const lobbyCheckMilliseconds = 20_000;

/**
 * A link to a booking's meeting: our own room opens in this tab, another provider's meeting in a new one. Until the
 * room opens, the link is less prominent and names the opening time; the room's page admits nobody before, and
 * counts down.
 */
export function JoinMeeting({
  bookingId,
  startTime,
  zoomLink,
  withName,
  asInterviewer = false,
  size,
  label = "Join meeting",
}: JoinMeetingProps) {
  const timeZone = useTimeZone();
  const opensAt = addMinutes(new Date(startTime), -roomOpensMinutesBefore);
  const isEarly = useNow(lobbyCheckMilliseconds) < opensAt;
  const variant = isEarly ? "quiet" : "primary";
  const link = zoomLink === null ? null : readMeetingLink(zoomLink, bookingId, window.location.href);
  if (link?.kind === "external" && asInterviewer) {
    return <StartMeeting {...{ bookingId, withName, size, variant, label }} />;
  }
  if (link?.kind !== "room") {
    return <JoinLink href={link?.href ?? null} {...{ withName, size, variant, label }} />;
  }
  return (
    <span className="inline-grid justify-items-center gap-1">
      <Link to={link.to} className={buttonClass({ size, variant })}>
        <span>
          {label}
          <span className="sr-only"> with {withName}</span>
        </span>
      </Link>
      {isEarly && (
        <span className="text-xs text-ink-2 tabular">Room opens {formatExactTime(opensAt, timeZone)}</span>
      )}
    </span>
  );
}
