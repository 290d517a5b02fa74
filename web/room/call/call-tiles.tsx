import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { fullName } from "../../format/full-name.ts";
import type { LocalMediaState } from "../devices/local-media.ts";
import { useTrackStream } from "../devices/use-local-media.ts";
import { ParticipantTile } from "./participant-tile.tsx";
import type { CallView } from "./room-call.ts";
import { VideoView } from "./video-view.tsx";

interface CallTilesProps {
  room: Room;
  local: LocalMediaState;
  call: CallView;
  connected: boolean;
  /** In one row, because something larger is beside them. */
  isRow: boolean;
  /** The other participant is shown large elsewhere. */
  hidesOther: boolean;
  /** Only a few lines high, on a narrow screen. */
  isCompact: boolean;
  /** One's own video is a small tile in the corner of the other's. */
  isOwnInCorner: boolean;
}

/** The video tiles of both participants, the other one first. */
export function CallTiles({
  room,
  local,
  call,
  connected,
  isRow,
  hidesOther,
  isCompact,
  isOwnInCorner,
}: CallTilesProps) {
  const ownVideo = useTrackStream(local.tracks.camera);
  const hasCall = call.state !== "none";
  const parties = [...room.parties].sort((a, b) => Number(a.isYou) - Number(b.isYou));
  return (
    <ul
      aria-label="Who is here"
      className={clsx(
        "relative grid min-h-0 grow gap-2 lg:gap-3.5",
        hidesOther || isOwnInCorner ? "grid-cols-1" : "grid-cols-2",
        !isRow && "lg:grid-cols-1",
      )}
    >
      {parties.map((party) => {
        if (party.isYou) {
          return (
            <ParticipantTile
              key={party._id}
              participant={party}
              connected={connected}
              isMuted={local.microphone !== "on"}
              isCompact={isCompact}
              isCorner={isOwnInCorner}
            >
              {ownVideo && <VideoView stream={ownVideo} label="Your own video" mirrored />}
            </ParticipantTile>
          );
        }
        if (hidesOther) return null;
        return (
          <ParticipantTile
            key={party._id}
            participant={party}
            connected={connected}
            call={hasCall ? call : undefined}
            isMuted={hasCall && !call.media.microphone}
            isCompact={isCompact}
          >
            <OtherVideo party={party} call={call} />
          </ParticipantTile>
        );
      })}
    </ul>
  );
}

export function OtherVideo({ party, call }: { party: Room["parties"][number]; call: CallView }) {
  const { camera } = call.streams;
  if (!camera || !call.media.camera) return null;
  return <VideoView stream={camera} label={`${fullName(party)}’s picture`} />;
}
