import { addMinutes, roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import clsx from "clsx";
import { Link } from "react-router";
import { call, errorMessage, networkMessages } from "../api/client.ts";
import { formatExactTime } from "../format/times.ts";
import { paths } from "../paths.ts";
import { useTimeZone } from "../session/session.tsx";
import { Button, type ButtonSize, type ButtonVariant, buttonClass } from "../ui/button.tsx";
import { AlertDialog } from "../ui/dialogs.tsx";
import { useNow } from "../ui/hooks.ts";
import { sidesOf } from "./bookings/booking-text.ts";

interface JoinMeetingProps {
  booking:
    | Pick<Booking, "_id" | "startTime" | "zoomLink" | "interviewerId">
    | Pick<InterviewerBooking, "_id" | "startTime" | "zoomLink" | "userId">;
  size?: ButtonSize | undefined;
  label?: string;
  /** On a phone without the time at which the room opens. */
  isOneLine?: boolean;
}

/** How often we check whether the room is open, in milliseconds. */
const lobbyCheckMilliseconds = 20_000;

/**
 * A link to a booking's meeting: our own room opens in this tab, another provider's meeting in a new one. Until the
 * room opens, the link is less prominent and names the opening time; the room's page admits nobody before, and
 * counts down.
 */
export function JoinMeeting({ booking, size, label = "Join meeting", isOneLine }: JoinMeetingProps) {
  const { _id: bookingId, startTime, zoomLink } = booking;
  const { viewer, otherName: withName } = sidesOf(booking);
  const timeZone = useTimeZone();
  const opensAt = addMinutes(new Date(startTime), -roomOpensMinutesBefore);
  const isEarly = useNow(lobbyCheckMilliseconds) < opensAt;
  const variant = isEarly ? "quiet" : "primary";
  const link = zoomLink === null ? null : readMeetingLink(zoomLink, bookingId, window.location.href);
  if (link === null) return <span className="text-sm text-ink-2">The meeting link is being created</span>;
  const button = { withName, size, variant, label } as const;
  if (link.kind === "external")
    // An interviewer opens another provider's meeting as its host.
    return viewer === "interviewer" ? (
      <StartMeeting bookingId={bookingId} {...button} />
    ) : (
      <JoinLink href={link.href} {...button} />
    );
  return (
    <span className="inline-grid justify-items-center gap-1">
      <Link to={link.to} className={buttonClass({ size, variant })}>
        <span>
          {label}
          <span className="sr-only"> with {withName}</span>
        </span>
      </Link>
      {isEarly && (
        <span className={clsx("text-xs text-ink-2 tabular", isOneLine && "max-sm:hidden")}>
          Room opens {formatExactTime(opensAt, timeZone)}
        </span>
      )}
    </span>
  );
}

interface MeetingButtonProps {
  /** The other person's name, because a page can contain several of these. */
  withName: string;
  size: ButtonSize | undefined;
  variant: ButtonVariant;
  label: string;
}

/** A link to a meeting at any provider, in a new tab so that the dashboard stays open. */
function JoinLink({ href, withName, size, variant, label }: MeetingButtonProps & { href: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass({ size, variant })}>
      {label}
      <span className="sr-only"> with {withName} (opens a new tab)</span>
    </a>
  );
}

/** The place of a meeting: in our own room, or at another provider's address. */
export type MeetingLink = { kind: "room"; to: string } | { kind: "external"; href: string };

/**
 * Reads a booking's `zoomLink`. Our own room is recognized by the booking's id, whatever host is in the link;
 * `here` is the page's own address. Null for a link that a browser must not follow.
 */
export function readMeetingLink(zoomLink: string, bookingId: string, here: string): MeetingLink | null {
  if (!URL.canParse(zoomLink, here)) return null;
  const url = new URL(zoomLink, here);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const room = paths.room(bookingId);
  return url.pathname === room ? { kind: "room", to: room } : { kind: "external", href: url.href };
}

/** True for a meeting at another provider, of which our room has no record. */
export function isExternalMeeting({ _id, zoomLink }: { _id: string; zoomLink: string | null }): boolean {
  return zoomLink !== null && readMeetingLink(zoomLink, _id, window.location.href)?.kind === "external";
}

const messages = {
  failed: "The meeting could not be opened. Please try again.",
  network: networkMessages.checkConnection,
};

/**
 * Opens a meeting at another provider as its host. The address is requested on the click, because it is valid only
 * for a short time.
 */
function StartMeeting({
  bookingId,
  withName,
  size,
  variant,
  label,
}: MeetingButtonProps & { bookingId: string }) {
  const start = useMutation({ mutationFn: () => openAsHost(bookingId) });
  return (
    <>
      <Button size={size} variant={variant} pending={start.isPending} onClick={() => start.mutate()}>
        <span>
          {label}
          <span className="sr-only"> with {withName} (opens a new tab)</span>
        </span>
      </Button>
      <AlertDialog
        open={start.isError}
        title="The meeting did not open"
        message={start.error && errorMessage(start.error, messages)}
        onClose={start.reset}
      />
    </>
  );
}

async function openAsHost(bookingId: string): Promise<void> {
  // Opened in the click handler itself: after the response, the browser would block it as a popup.
  const tab = window.open("", "_blank");
  try {
    const { startUrl } = await call("POST /api/meeting/:bookingId/start-link", { params: { bookingId } });
    if (tab === null) return window.location.assign(startUrl);
    tab.opener = null;
    tab.location.replace(startUrl);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
