import type { Room } from "@greenroom/contract/meetings.ts";
import { useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatClock } from "../../../ui/time/format-clock.ts";
import type { LocalMedia } from "../local-media.ts";
import { phaseAt } from "../room-phase.ts";
import { useLocalMedia } from "../use-local-media.ts";
import { useRoomTitle } from "../use-room-title.ts";
import { DeviceCheck } from "./device-check.tsx";
import { OtherPresence } from "./other-presence.tsx";
import { nameOfSession, RoomSheet } from "./room-sheet.tsx";
import { ToDashboard } from "./to-dashboard.tsx";

interface RoomDoorProps {
  room: Room;
  /** The server's. */
  now: Date;
  timeZone: string;
  media: LocalMedia;
  onJoin: () => void;
}

/** How this person stands to the clock, in words. */
function punctuality(room: Room, now: Date): string {
  const seconds = (new Date(room.startTime).getTime() - now.getTime()) / 1000;
  if (phaseAt(room, now) === "after") return "The time is up. The room stays open for a while.";
  if (seconds > 0) return `You are early: it starts in ${formatClock(seconds)}.`;
  const minutes = Math.floor(-seconds / 60);
  if (minutes < 1) return "It is starting now.";
  return `It began ${minutes === 1 ? "a minute" : `${minutes} minutes`} ago. Come in when you are ready.`;
}

/** In front of the open room: devices, who is there, and the way in. */
export function RoomDoor({ room, now, timeZone, media, onJoin }: RoomDoorProps) {
  const { camera, microphone } = useLocalMedia(media);
  useRoomTitle("Ready to join");
  useEffect(() => {
    void media.turnBothOn();
  }, [media]);
  const join = camera === "on" ? "Join" : microphone === "on" ? "Join without camera" : "Join with text only";
  return (
    <div className="mx-auto flex w-full max-w-5xl grow flex-col gap-4 px-4 py-4 lg:grid lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] lg:content-center lg:gap-10 lg:py-8">
      <DeviceCheck media={media} />
      <div className="contents content-center gap-5 lg:grid">
        <h1 className="text-2xl">{nameOfSession(room)}</h1>
        <div className="grid gap-2 text-on-stage-2">
          <p>{punctuality(room, now)}</p>
          <OtherPresence room={room} whileAway="not here yet" />
        </div>
        {/* On a phone the way in stays in sight, however much there is to check. */}
        <div className="flex flex-wrap gap-3 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-stage-line max-lg:bg-stage max-lg:px-4 max-lg:py-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))]">
          <Button look="spotlight" size="lg" onClick={onJoin}>
            {join}
          </Button>
          <ToDashboard />
        </div>
        <h2 className="sr-only">Call sheet</h2>
        <RoomSheet room={room} timeZone={timeZone} />
      </div>
    </div>
  );
}
