import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect, useState } from "react";
import { ApiError, errorMessage } from "../api/client.ts";
import { formatClock, formatDay, formatTime } from "../format/times.ts";
import { paths } from "../paths.ts";
import { useTimeZone, useUser } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { Countdown } from "../ui/content.tsx";
import { useNow } from "../ui/hooks.ts";
import { StatusLight } from "../ui/status.tsx";
import { DeviceCheck } from "./call/device-check.tsx";
import { LineCheck } from "./call/line-check.tsx";
import { type LocalMedia, useLocalMedia } from "./call/local-media.ts";
import { canCall, tryCall } from "./call/room-call.ts";
import { type RoomSnapshot, serverNow } from "./connection/room-connection.ts";
import { InterviewClock, interviewPhases, phaseAt } from "./interview/interview-clock.tsx";
import {
  interviewTitle,
  otherParticipant,
  RoomBookingTicket,
  RoomGoal,
} from "./interview/interview-details.tsx";
import { endedText, isEndedEarly, NextStepLink, outcomeForViewer } from "./interview/room-outcome.tsx";
import {
  BackToDashboardLink,
  ConnectionStatus,
  RoomLayout,
  RoomMessage,
  useRoomTitle,
} from "./layout/room-layout.tsx";
import { TranscriptConsent } from "./transcript/transcript-consent.tsx";

/** Twice a second, so that the clock skips no second. */
const clockTickMilliseconds = 500;

interface RoomLobbyProps {
  snapshot: RoomSnapshot;
  connected: boolean;
  media: LocalMedia;
  onJoin: () => void;
}

/** The lobby: before the room opens, while it is open, and after it has closed. */
export function RoomLobby({ snapshot, connected, media, onJoin }: RoomLobbyProps) {
  const { room } = snapshot;
  const now = serverNow(snapshot, useNow(clockTickMilliseconds));
  const timeZone = useTimeZone();
  const phase = phaseAt(room, now);
  if (phase === "closed") return <ClosedRoom message="This interview has ended and its room is closed." />;
  if (phase === "before") {
    return (
      <RoomLayout title={interviewTitle(room)}>
        <ConnectionStatus connected={connected} />
        <LobbyBeforeOpening room={room} now={now} timeZone={timeZone} />
      </RoomLayout>
    );
  }
  return (
    <RoomLayout
      clock={<InterviewClock phase={phase} parts={interviewPhases(room)} now={now} />}
      title={interviewTitle(room)}
    >
      <ConnectionStatus connected={connected} />
      {room.status === "pending" ? (
        <JoinLobby room={room} now={now} timeZone={timeZone} media={media} onJoin={onJoin} />
      ) : (
        <LobbyAfterInterview room={room} timeZone={timeZone} media={media} onJoin={onJoin} />
      )}
    </RoomLayout>
  );
}

interface LobbyBeforeOpeningProps {
  room: Room;
  /** The server's clock. */
  now: Date;
  timeZone: string;
}

const dayMilliseconds = 86_400_000;

/** Before the room opens: says when it will, and that there is nothing to do until then. */
export function LobbyBeforeOpening({ room, now, timeZone }: LobbyBeforeOpeningProps) {
  const opensAt = new Date(room.opensAt);
  const remaining = opensAt.getTime() - now.getTime();
  const days = Math.floor(remaining / dayMilliseconds);
  const inDays = days === 1 ? "in a day" : `in ${days} days`;
  return (
    <RoomMessage
      tabTitle={days > 0 ? `Opens ${inDays}` : `Opens in ${formatClock(remaining / 1000)}`}
      status="wait"
      statusLabel="Not open yet"
      title={`The room opens ${formatDay(opensAt, timeZone)} at ${formatTime(opensAt, timeZone)}`}
      detail="Keep this page open: we'll let you in automatically."
    >
      <p className="font-text text-4xl font-semibold tabular text-accent">
        {days > 0 ? inDays : <Countdown until={opensAt} now={now} />}
      </p>
      <h2 className="sr-only">Your interview</h2>
      <div className="w-full text-left">
        <RoomBookingTicket room={room} timeZone={timeZone} />
      </div>
    </RoomMessage>
  );
}

interface JoinLobbyProps {
  room: Room;
  /** The server's clock. */
  now: Date;
  timeZone: string;
  media: LocalMedia;
  onJoin: () => void;
}

function isInAnotherTab(room: Room): boolean {
  return room.parties.some(({ isYou, isPresent }) => isYou && isPresent);
}

/** How early or late this user is, in words. */
export function startTimeText(room: Room, now: Date): string {
  if (isInAnotherTab(room)) return "You're in this room in another tab. Move here?";
  const seconds = (new Date(room.startTime).getTime() - now.getTime()) / 1000;
  if (phaseAt(room, now) === "after") return "The time is up. The room stays open for a while.";
  if (seconds > 0) return `You are early: it starts in ${formatClock(seconds)}.`;
  const minutes = Math.floor(-seconds / 60);
  if (minutes < 1) return "It is starting now.";
  return `It started ${minutes === 1 ? "a minute" : `${minutes} minutes`} ago. Join when you are ready.`;
}

/** Whether this browser can make calls: as it seems at first, and soon as it was tried. */
function useCanCall(): boolean {
  const [isPossible, setPossible] = useState(canCall);
  useEffect(() => void tryCall().then(setPossible), []);
  return isPossible;
}

/** The lobby of an open room: devices, who is present, and the button to join. */
export function JoinLobby({ room, now, timeZone, media, onJoin }: JoinLobbyProps) {
  const { camera, microphone } = useLocalMedia(media);
  useRoomTitle("Ready to join");
  const isCallPossible = useCanCall();
  useEffect(() => {
    if (isCallPossible) void media.turnBothOn();
    else media.close();
  }, [media, isCallPossible]);
  const joinLabel = !isCallPossible
    ? "Join with text only"
    : camera === "on"
      ? "Join"
      : microphone === "on"
        ? "Join without camera"
        : "Join with text only";
  return (
    <div className="mx-auto flex w-full max-w-5xl grow flex-col gap-4 px-4 pt-4 pb-36 lg:grid lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:content-start lg:gap-10 lg:py-8">
      <DeviceCheck media={media} canCall={isCallPossible}>
        {isCallPossible && <LineCheck bookingId={room.bookingId} />}
      </DeviceCheck>
      <div className="contents content-start gap-5 lg:grid">
        <h1 className="text-2xl">{interviewTitle(room)}</h1>
        <div className="grid gap-2 text-on-dark-2">
          <p>{startTimeText(room, now)}</p>
          <OtherParticipantPresence room={room} absentText="not here yet" />
        </div>
        {/* The button to join stays in its place while the checks beside it grow: a press must not miss it. */}
        <div className="flex flex-wrap gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:border-t max-lg:border-dark-line max-lg:bg-dark max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button variant="accent" size="lg" onClick={onJoin}>
            {isInAnotherTab(room) ? "Move here" : joinLabel}
          </Button>
          <BackToDashboardLink />
        </div>
        {phaseAt(room, now) !== "after" && <TranscriptConsent room={room} />}
        <h2 className="sr-only">Interview details</h2>
        <RoomBookingTicket room={room} timeZone={timeZone} />
        <RoomGoal room={room} />
      </div>
    </div>
  );
}

interface LobbyAfterInterviewProps {
  room: Room;
  timeZone: string;
  media: LocalMedia;
  onJoin: () => void;
}

/** The lobby after an interview: its outcome, and the next step. The room stays open for a while. */
export function LobbyAfterInterview({ room, timeZone, media, onJoin }: LobbyAfterInterviewProps) {
  const { title, text, next } = outcomeForViewer(room);
  const wasEndedEarly = isEndedEarly(room);
  const isMissed = room.status === "no_show_interviewee" || room.status === "no_show_interviewer";
  // Camera and microphone are not needed here.
  useEffect(() => media.close(), [media]);
  const joinRoom = () => {
    // After the regular end, somebody may have returned to a conversation that continues.
    if (room.status === "completed" && !wasEndedEarly) void media.turnBothOn();
    onJoin();
  };
  return (
    <RoomMessage
      tabTitle="Session ended"
      status="off"
      statusLabel="Ended"
      title={wasEndedEarly ? endedText(room.parties) : title}
      detail={
        <>
          <p>{text}</p>
          {!isMissed && (
            <p className="mt-3">The room stays open until {formatTime(new Date(room.closesAt), timeZone)}.</p>
          )}
        </>
      }
      action={
        <>
          <NextStepLink {...next} />
          {!isMissed && (
            <Button variant="quiet" onClick={joinRoom}>
              Go into the room
            </Button>
          )}
        </>
      }
    >
      <OtherParticipantPresence room={room} absentText="not in the room" />
    </RoomMessage>
  );
}

interface OtherParticipantPresenceProps {
  room: Room;
  /** Follows "Meera Rao is". */
  absentText: string;
}

export function OtherParticipantPresence({ room, absentText }: OtherParticipantPresenceProps) {
  const other = otherParticipant(room);
  if (!other) return null;
  return (
    <StatusLight status={other.isPresent ? "ready" : "off"} className="text-on-dark">
      {fullName(other)} is {other.isPresent ? "in the room" : absentText}
    </StatusLight>
  );
}

/** The room of an interview that ended long ago, or was canceled. */
export function ClosedRoom({ message }: { message: string }) {
  const { role } = useUser();
  return (
    <RoomLayout>
      <RoomMessage
        tabTitle="Room closed"
        status="off"
        statusLabel="Room closed"
        title={message}
        action={
          role === "interviewer" ? (
            <NextStepLink to={paths.history} label="Open History" />
          ) : (
            <NextStepLink to={paths.mySessions} label="Open My Sessions" />
          )
        }
      />
    </RoomLayout>
  );
}

interface RoomFailureProps {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}

const messages = {
  failed: "The room could not be opened.",
  network: "The room can't be reached. Trying again…",
};

/** There is no room to show: not this user's, closed, or unreachable. */
export function RoomFailure({ error, retrying, onRetry }: RoomFailureProps) {
  if (error instanceof ApiError && error.code === "conflict") return <ClosedRoom message={error.msg} />;
  // An invalid id gets the same message as another user's room, so that nobody learns what exists.
  const isNotParticipant = error instanceof ApiError && [400, 403, 404].includes(error.status);
  return (
    <RoomLayout>
      {isNotParticipant ? (
        <RoomMessage
          tabTitle="Not your room"
          status="off"
          statusLabel="No access"
          title="You can't enter this room"
          detail="Only the two people in an interview can enter its room. You'll find your own interviews in your dashboard."
        />
      ) : (
        <RoomMessage
          tabTitle="Room unavailable"
          status="bad"
          statusLabel="Something went wrong"
          title={errorMessage(error, messages)}
          action={
            <Button variant="accent" pending={retrying} pendingLabel="Trying again…" onClick={onRetry}>
              Try again
            </Button>
          }
        />
      )}
    </RoomLayout>
  );
}
