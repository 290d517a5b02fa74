import type { Room } from "@greenroom/contract/meetings.ts";
import clsx from "clsx";
import { fullName } from "../../accounts/person-name.ts";
import type { LocalState } from "../local-media.ts";
import type { CallView } from "../room-call.ts";
import { useStreamOf } from "../use-local-media.ts";
import { PartyTile } from "./party-tile.tsx";
import { VideoView } from "./video-view.tsx";

interface CallTilesProps {
  room: Room;
  local: LocalState;
  call: CallView;
  connected: boolean;
  /** In one row, for something larger stands beside them. */
  beside: boolean;
  /** The other one is shown large elsewhere. */
  withoutOther: boolean;
  /** On a narrow screen they have a few lines of height. */
  small: boolean;
}

/** Both parties with their pictures, the other one first. */
export function CallTiles({ room, local, call, connected, beside, withoutOther, small }: CallTilesProps) {
  const ownPicture = useStreamOf(local.tracks.camera);
  const isCalled = call.state !== "none";
  const parties = [...room.parties].sort((a, b) => Number(a.isYou) - Number(b.isYou));
  return (
    <ul
      aria-label="Who is here"
      className={clsx(
        "grid min-h-0 grow gap-2 lg:gap-3.5",
        withoutOther ? "grid-cols-1" : "grid-cols-2",
        !beside && "lg:grid-cols-1",
      )}
    >
      {parties.map((party) => {
        if (party.isYou) {
          return (
            <PartyTile
              key={party._id}
              party={party}
              connected={connected}
              isMuted={local.microphone !== "on"}
              small={small}
            >
              {ownPicture && <VideoView stream={ownPicture} label="Your own picture" mirrored />}
            </PartyTile>
          );
        }
        if (withoutOther) return null;
        return (
          <PartyTile
            key={party._id}
            party={party}
            connected={connected}
            call={isCalled ? call : undefined}
            isMuted={isCalled && !call.media.microphone}
            small={small}
          >
            <OtherPicture party={party} call={call} />
          </PartyTile>
        );
      })}
    </ul>
  );
}

export function OtherPicture({ party, call }: { party: Room["parties"][number]; call: CallView }) {
  const { camera } = call.streams;
  if (!camera || !call.media.camera) return null;
  return <VideoView stream={camera} label={`${fullName(party)}’s picture`} />;
}
