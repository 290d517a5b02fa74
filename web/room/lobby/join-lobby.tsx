import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect } from "react";
import { formatClock } from "../../format/format-time.ts";
import { Button } from "../../ui/actions/button.tsx";
import { DeviceCheck } from "../devices/device-check.tsx";
import type { LocalMedia } from "../devices/local-media.ts";
import { useLocalMedia } from "../devices/use-local-media.ts";
import { interviewTitle, RoomBookingTicket } from "../interview/room-booking-ticket.tsx";
import { RoomGoal } from "../interview/room-goal.tsx";
import { phaseAt } from "../interview/room-phase.ts";
import { BackToDashboardLink } from "../layout/back-to-dashboard-link.tsx";
import { useRoomTitle } from "../layout/use-room-title.ts";
import { TranscriptConsent } from "../transcript/consent/transcript-consent.tsx";
import { OtherParticipantPresence } from "./other-participant-presence.tsx";

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

/** The lobby of an open room: devices, who is present, and the button to join. */
export function JoinLobby({ room, now, timeZone, media, onJoin }: JoinLobbyProps) {
  const { camera, microphone } = useLocalMedia(media);
  useRoomTitle("Ready to join");
  useEffect(() => {
    void media.turnBothOn();
  }, [media]);
  const joinLabel =
    camera === "on" ? "Join" : microphone === "on" ? "Join without camera" : "Join with text only";
  return (
    <div className="mx-auto flex w-full max-w-5xl grow flex-col gap-4 px-4 py-4 lg:grid lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:content-center lg:gap-10 lg:py-8">
      <DeviceCheck media={media} />
      <div className="contents content-center gap-5 lg:grid">
        <h1 className="text-2xl">{interviewTitle(room)}</h1>
        <div className="grid gap-2 text-on-dark-2">
          <p>{startTimeText(room, now)}</p>
          <OtherParticipantPresence room={room} absentText="not here yet" />
        </div>
        {/* On a phone the button to join stays visible, however long the device check is. */}
        <div className="flex flex-wrap gap-3 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-dark-line max-lg:bg-dark max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
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
