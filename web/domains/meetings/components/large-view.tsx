import type { Room } from "@greenroom/contract/meetings.ts";
import { fullName } from "../../accounts/person-name.ts";
import type { CallView } from "../room-call.ts";
import { OtherPicture } from "./call-tiles.tsx";
import { PartyTile } from "./party-tile.tsx";
import { otherParty } from "./room-sheet.tsx";
import { VideoView } from "./video-view.tsx";

interface LargeViewProps {
  room: Room;
  call: CallView;
  connected: boolean;
}

/** The other one's screen while they share it, else the other one. */
export function LargeView({ room, call, connected }: LargeViewProps) {
  const other = otherParty(room);
  if (!other) return null;
  const { screen } = call.streams;
  if (call.media.screen && screen) {
    return (
      <figure className="relative m-0 min-h-0 grow overflow-hidden rounded-md border border-stage-line bg-stage-2">
        <VideoView stream={screen} label={`${fullName(other)}’s screen`} whole />
        <figcaption className="absolute bottom-3 left-3 rounded-full bg-[rgb(6_20_15/0.72)] px-3 py-1 text-sm">
          {fullName(other)}’s screen
        </figcaption>
      </figure>
    );
  }
  return (
    <ul aria-label="Speaker" className="flex min-h-0 grow flex-col">
      <PartyTile
        party={other}
        connected={connected}
        call={call.state === "none" ? undefined : call}
        isMuted={call.state !== "none" && !call.media.microphone}
      >
        <OtherPicture party={other} call={call} />
      </PartyTile>
    </ul>
  );
}
