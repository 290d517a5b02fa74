import type { Room } from "@greenroom/contract/meetings.ts";
import { useEffect } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatTime } from "../../../ui/time/format-time.ts";
import type { LocalMedia } from "../local-media.ts";
import { endedWords, isEndedEarly } from "../room-outcome.ts";
import { useRoomTitle } from "../use-room-title.ts";
import { NextStepLink, outcomeForYou } from "./next-step.tsx";
import { OtherPresence } from "./other-presence.tsx";
import { StageMessage } from "./stage-message.tsx";
import { ToDashboard } from "./to-dashboard.tsx";

interface DoorAfterProps {
  room: Room;
  timeZone: string;
  media: LocalMedia;
  onJoin: () => void;
}

/** In front of the room of an interview that is over: what became of it, and what comes next. The room stands open for a while. */
export function DoorAfter({ room, timeZone, media, onJoin }: DoorAfterProps) {
  const { title, words, next } = outcomeForYou(room);
  const isEnded = isEndedEarly(room);
  useRoomTitle("Session over");
  // Nobody has a reason to be seen or heard out here.
  useEffect(() => media.close(), [media]);
  const goIn = () => {
    // Whose time was up by the clock may have come back into a conversation that goes on.
    if (room.status === "completed" && !isEnded) void media.turnBothOn();
    onJoin();
  };
  return (
    <StageMessage
      status="off"
      cue="Over"
      title={isEnded ? endedWords(room.parties) : title}
      detail={
        <>
          <p>{words}</p>
          <p className="mt-3">The room stays open until {formatTime(new Date(room.closesAt), timeZone)}.</p>
        </>
      }
      action={
        <>
          <NextStepLink {...next} />
          <Button look="quiet" onClick={goIn}>
            Go into the room
          </Button>
          <ToDashboard />
        </>
      }
    >
      <OtherPresence room={room} whileAway="not in the room" />
    </StageMessage>
  );
}
