import type { Room } from "@greenroom/contract/room/room.ts";
import { fullName } from "../../format/full-name.ts";
import { otherParticipant } from "../interview/room-booking-ticket.tsx";
import { OtherVideo } from "./call-tiles.tsx";
import { ParticipantTile } from "./participant-tile.tsx";
import type { CallView } from "./room-call.ts";
import { VideoView } from "./video-view.tsx";

interface MainVideoProps {
  room: Room;
  call: CallView;
  connected: boolean;
}

/** The other participant's screen while they share it, else their video. */
export function MainVideo({ room, call, connected }: MainVideoProps) {
  const other = otherParticipant(room);
  if (!other) return null;
  const { screen } = call.streams;
  if (call.media.screen && screen) {
    return (
      <figure className="relative m-0 min-h-0 grow overflow-hidden rounded-md border border-dark-line bg-dark-2">
        <VideoView stream={screen} label={`${fullName(other)}’s screen`} fitsWhole />
        <figcaption className="absolute bottom-3 left-3 rounded-full bg-[rgb(6_20_15/0.72)] px-3 py-1 text-sm">
          {fullName(other)}’s screen
        </figcaption>
      </figure>
    );
  }
  return (
    <ul aria-label="Large view" className="flex min-h-0 grow flex-col">
      <ParticipantTile
        participant={other}
        connected={connected}
        call={call.state === "none" ? undefined : call}
        isMuted={call.state !== "none" && !call.media.microphone}
      >
        <OtherVideo party={other} call={call} />
      </ParticipantTile>
    </ul>
  );
}
