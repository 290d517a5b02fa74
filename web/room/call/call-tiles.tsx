import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { MicOff } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Avatar } from "../../ui/content.tsx";
import { StatusLight } from "../../ui/status.tsx";
import { otherParticipant } from "../interview/interview-details.tsx";
import { type LocalMediaState, useTrackStream } from "./local-media.ts";
import { type CallQuality, type CallView, canCall } from "./room-call.ts";
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
  const hasCall = call.state !== "none" && call.state !== "impossible";
  const parties = [...room.parties].sort((a, b) => Number(a.isYou) - Number(b.isYou));
  return (
    <ul
      aria-label="Who is here"
      className={clsx(
        "relative grid min-h-0 grow gap-2 lg:gap-3.5",
        hidesOther || isOwnInCorner ? "grid-cols-1" : "grid-cols-2",
        !isRow && "flat:grid-cols-1 lg:grid-cols-1",
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
              {ownVideo &&
                (call.media.savesData ? (
                  <PausedPicture text="Video off to save their data" />
                ) : call.isCameraPaused ? (
                  <PausedPicture text={pausedText} />
                ) : (
                  <VideoView stream={ownVideo} label="Your own video" mirrored />
                ))}
            </ParticipantTile>
          );
        }
        if (hidesOther) return null;
        return (
          <ParticipantTile
            key={party._id}
            participant={party}
            connected={connected}
            call={call.state === "none" ? undefined : call}
            isMuted={hasCall && !call.media.microphone}
            isCompact={isCompact}
          >
            <OtherVideo party={party} call={call} local={local} />
          </ParticipantTile>
        );
      })}
    </ul>
  );
}

interface OtherVideoProps {
  party: Room["parties"][number];
  call: CallView;
  local: Pick<LocalMediaState, "savesData">;
}

export function OtherVideo({ party, call, local }: OtherVideoProps) {
  const { camera } = call.streams;
  if (!camera || !call.media.camera) return null;
  if (local.savesData) return <PausedPicture text="Video off to save your data" />;
  if (call.media.isCameraPaused) return <PausedPicture text={pausedText} />;
  return <VideoView stream={camera} label={`${fullName(party)}’s picture`} canFloat />;
}

const pausedText = "Video paused to keep the sound";

function PausedPicture({ text }: { text: string }) {
  return (
    <p
      role="status"
      className="absolute inset-x-2 top-1/2 z-10 -translate-y-1/2 rounded-sm bg-[rgb(6_20_15/0.72)] px-2 py-1 text-center text-xs lg:translate-y-0 lg:bg-transparent lg:pt-16 lg:text-sm"
    >
      {text}
    </p>
  );
}

interface MainVideoProps {
  room: Room;
  local: LocalMediaState;
  call: CallView;
  connected: boolean;
}

/** The other participant's screen while they share it, else their video. */
export function MainVideo({ room, local, call, connected }: MainVideoProps) {
  const other = otherParticipant(room);
  if (!other) return null;
  const { screen } = call.streams;
  if (call.media.screen && screen) {
    return (
      <figure className="relative m-0 min-h-0 grow overflow-hidden rounded-md border border-dark-line bg-dark-2">
        <VideoView stream={screen} label={`${fullName(other)}’s screen`} fitsWhole canFloat />
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
        isMuted={call.state !== "none" && call.state !== "impossible" && !call.media.microphone}
      >
        <OtherVideo party={other} call={call} local={local} />
      </ParticipantTile>
    </ul>
  );
}

type Participant = Room["parties"][number];

const roleLabels: Record<Participant["role"], string> = {
  interviewer: "Interviewer",
  interviewee: "Interviewee",
};
/** Each role has its own colors: the tile's background, and the disc with the initials. */
const tileBackgrounds: Record<Participant["role"], string> = {
  interviewer: "from-[#1f4d3f] to-[#143529]",
  interviewee: "from-[#4c412b] to-[#2e2617]",
};
const avatarColors: Record<Participant["role"], string> = {
  interviewer: "!bg-[#d7e6dd] !text-[#0d5c45]",
  interviewee: "!bg-[#efe4cf] !text-[#5e4000]",
};

interface ParticipantTileProps {
  participant: Participant;
  /** False while this page has lost its connection to the room, so that its data may be outdated. */
  connected: boolean;
  /** The call with them, if there is one. */
  call?: CallView | undefined;
  isMuted?: boolean;
  /** Only a few lines high, on a narrow screen, so it shows problems only. */
  isCompact?: boolean;
  /** A small tile in the corner of the other participant's video. */
  isCorner?: boolean;
  /** Their video, if there is one. */
  children?: ReactNode;
}

/** One of the two participants, and whether they are present. */
export function ParticipantTile({
  participant,
  connected,
  call,
  isMuted = false,
  isCompact = false,
  isCorner = false,
  children,
}: ParticipantTileProps) {
  const name = fullName(participant);
  const hidesStatus = isCompact && hasNoProblem(participant, connected, call);
  return (
    <li
      className={clsx(
        "grid place-items-center overflow-hidden rounded-md bg-linear-160",
        isCorner
          ? "absolute right-1.5 bottom-1.5 z-10 h-14 w-20 border border-dark-line lg:right-3 lg:bottom-3 lg:h-28 lg:w-40"
          : "relative min-h-0 grow px-3 lg:min-h-36 lg:py-11",
        tileBackgrounds[participant.role],
      )}
    >
      <Avatar
        name={name}
        className={clsx(
          "transition-opacity",
          isCorner ? "lg:!size-12 lg:!text-base" : "lg:!size-24 lg:!text-2xl",
          isCompact ? "max-lg:!size-9" : "max-lg:!size-16 max-lg:!text-xl",
          avatarColors[participant.role],
          !participant.isPresent && "opacity-40",
        )}
      />
      {children}
      <span
        className={clsx(
          "absolute rounded-full bg-[rgb(6_20_15/0.72)] px-3",
          isCompact ? "top-1 right-1 lg:top-2.5 lg:right-2.5 lg:py-1" : "top-2.5 right-2.5 py-1",
          // Hidden on screen when the video shows that all is well, but screen readers still read it.
          hidesStatus && (isCorner ? "sr-only" : "max-lg:sr-only"),
        )}
      >
        {call ? (
          <CallStatus call={call} connected={connected} />
        ) : (
          <Presence party={participant} connected={connected} />
        )}
      </span>
      <p
        className={clsx(
          "absolute flex items-center gap-1.5 truncate rounded-full bg-[rgb(6_20_15/0.72)] px-3 text-sm",
          isCompact
            ? "bottom-1 left-1 max-w-[calc(100%-0.5rem)] lg:bottom-3 lg:left-3 lg:py-1"
            : "bottom-3 left-3 max-w-[calc(100%-1.5rem)] py-1",
        )}
      >
        {isMuted && <MicOff role="img" aria-label="Microphone off" className="size-4 shrink-0 text-red" />}
        <span className="truncate font-semibold">{participant.isYou ? "You" : name}</span>
        <span className={clsx("text-on-dark-2", isCorner ? "sr-only" : "max-lg:sr-only")}>
          {" "}
          · {roleLabels[participant.role]}
        </span>
      </p>
    </li>
  );
}

function hasNoProblem(participant: Participant, connected: boolean, call: CallView | undefined): boolean {
  if (!connected) return false;
  return call ? call.state === "connected" && call.quality === "good" : participant.isPresent;
}

const qualityLabels: Record<CallQuality, string> = {
  good: "Connection good",
  unsteady: "Connection unsteady",
  weak: "Connection weak",
};

function CallStatus({ call, connected }: { call: CallView; connected: boolean }) {
  if (call.state === "impossible") {
    return (
      <StatusLight status="off">
        {canCall() ? "Their browser cannot call" : "No call in this browser"}
      </StatusLight>
    );
  }
  if (call.state === "connected" && !connected) {
    // The banner reports a lost connection, and "good" beside it would contradict it.
    return <StatusLight status="wait">Video and sound still on</StatusLight>;
  }
  if (call.state === "connected") {
    return (
      <StatusLight status={call.quality === "good" ? "ready" : "wait"}>
        {qualityLabels[call.quality]}
      </StatusLight>
    );
  }
  if (call.state === "blocked") return <StatusLight status="off">The call can’t get through</StatusLight>;
  return (
    <StatusLight status="wait">{call.state === "reconnecting" ? "Reconnecting" : "Connecting"}</StatusLight>
  );
}

function Presence({ party: participant, connected }: { party: Participant; connected: boolean }) {
  if (!connected)
    return <StatusLight status="wait">{participant.isYou ? "Reconnecting" : "Unknown"}</StatusLight>;
  if (participant.isPresent) return <StatusLight status="ready">Here</StatusLight>;
  return (
    <StatusLight status="off" className="text-on-dark-2">
      Not here
    </StatusLight>
  );
}

interface RemoteAudioProps {
  stream: MediaStream | null;
  /** The chosen speaker; null: the browser's default. */
  speakerId: string | null;
}

/** Plays the other participant's sound. If the browser requires a click first, it shows a button. */
export function RemoteAudio({ stream, speakerId }: RemoteAudioProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isBlocked, setBlocked] = useState(false);
  const play = useCallback(() => {
    audio.current?.play().then(
      () => setBlocked(false),
      (error: unknown) => setBlocked(error instanceof DOMException && error.name === "NotAllowedError"),
    );
  }, []);
  useEffect(() => {
    if (audio.current) audio.current.srcObject = stream;
    if (stream !== null) play();
  }, [stream, play]);
  useEffect(() => {
    if (speakerId === null) return;
    audio.current?.setSinkId(speakerId).catch((error: unknown) => {
      console.warn("The chosen speaker could not be used; the previous one stays in use", error);
    });
  }, [speakerId]);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live voice has no captions */}
      <audio ref={audio} />
      {isBlocked && (
        <p className="bg-accent-tint px-5 py-2 text-center text-sm text-amber">
          Your browser has blocked the sound.{" "}
          <Button size="sm" variant="accent" onClick={play}>
            Turn on sound
          </Button>
        </p>
      )}
    </>
  );
}
