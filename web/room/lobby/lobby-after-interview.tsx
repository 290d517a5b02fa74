import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect } from "react";
import { formatTime } from "../../format/format-time.ts";
import { Button } from "../../ui/actions/button.tsx";
import type { LocalMedia } from "../devices/local-media.ts";
import { NextStepLink } from "../interview/next-step.tsx";
import { endedText, isEndedEarly, outcomeForViewer } from "../interview/room-outcome.ts";
import { BackToDashboardLink } from "../layout/back-to-dashboard-link.tsx";
import { RoomMessage } from "../layout/room-message.tsx";
import { useRoomTitle } from "../layout/use-room-title.ts";
import { OtherParticipantPresence } from "./other-participant-presence.tsx";

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
  useRoomTitle("Session ended");
  // Camera and microphone are not needed here.
  useEffect(() => media.close(), [media]);
  const joinRoom = () => {
    // After the regular end, somebody may have returned to a conversation that continues.
    if (room.status === "completed" && !wasEndedEarly) void media.turnBothOn();
    onJoin();
  };
  return (
    <RoomMessage
      status="off"
      statusLabel="Ended"
      title={wasEndedEarly ? endedText(room.parties) : title}
      detail={
        <>
          <p>{text}</p>
          <p className="mt-3">The room stays open until {formatTime(new Date(room.closesAt), timeZone)}.</p>
        </>
      }
      action={
        <>
          <NextStepLink {...next} />
          <Button variant="quiet" onClick={joinRoom}>
            Go into the room
          </Button>
          <BackToDashboardLink />
        </>
      }
    >
      <OtherParticipantPresence room={room} absentText="not in the room" />
    </RoomMessage>
  );
}
