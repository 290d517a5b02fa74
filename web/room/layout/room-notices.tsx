import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatTime } from "../../format/times.ts";
import { deviceStateText } from "../call/device-check.tsx";
import { type DeviceKind, type LocalMediaState, useAudioLevel } from "../call/local-media.ts";
import { interviewPhases, type RoomPhase } from "../interview/interview-clock.tsx";
import { otherParticipant } from "../interview/interview-details.tsx";
import { isEndedEarly, outcomeForViewer } from "../interview/room-outcome.tsx";

interface ParticipantNoticesProps {
  room: Room;
  phase: RoomPhase;
  timeZone: string;
}

const stoppedText = "The transcript was stopped. Nothing more is transcribed.";

/**
 * Shows that the transcript was stopped, or that the other participant has left. Announces both to screen readers, and
 * arrivals and new phases, too.
 */
export function ParticipantNotices({ room, phase, timeZone }: ParticipantNoticesProps) {
  const [announcement, setAnnouncement] = useState("You are in the room.");
  const [hasStopped, setStopped] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const other = otherParticipant(room);
  const isOtherPresent = other?.isPresent ?? false;
  const isTranscribed = room.transcript.bothSince !== null;
  const last = useRef({ phase, isOtherPresent, isTranscribed });
  useEffect(() => {
    const before = last.current;
    last.current = { phase, isOtherPresent, isTranscribed };
    if (phase !== before.phase) setAnnouncement(phaseText(phase, room, timeZone));
    if (other !== undefined && isOtherPresent !== before.isOtherPresent) {
      setLeft(!isOtherPresent);
      setAnnouncement(`${fullName(other)} ${isOtherPresent ? "joined" : "left"}.`);
    }
    if (isTranscribed !== before.isTranscribed) {
      setStopped(!isTranscribed);
      if (!isTranscribed) setAnnouncement(stoppedText);
    }
  });
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {hasStopped && <RoomNotice onDismiss={() => setStopped(false)}>{stoppedText}</RoomNotice>}
      {hasLeft && <RoomNotice onDismiss={() => setLeft(false)}>{other?.firstName} left the room.</RoomNotice>}
    </>
  );
}

interface DeviceNoticesProps {
  local: LocalMediaState;
  onHelp: () => void;
}

const deviceKinds: DeviceKind[] = ["camera", "microphone"];

/** Lists devices that are off unintentionally; dismissing it hides it until something changes. */
export function DeviceNotices({ local, onHelp }: DeviceNoticesProps) {
  const [dismissed, setDismissed] = useState("");
  const unavailable = deviceKinds.filter((kind) => ["denied", "missing", "busy"].includes(local[kind]));
  const text = unavailableText(unavailable, local);
  return (
    <div role="status">
      {text !== "" && text !== dismissed && (
        <RoomNotice action={{ label: "Devices", onPress: onHelp }} onDismiss={() => setDismissed(text)}>
          {text}
        </RoomNotice>
      )}
    </div>
  );
}

function unavailableText(unavailable: DeviceKind[], local: LocalMediaState): string {
  const [first, second] = unavailable;
  if (first && second && local[first] === local[second]) {
    return `Your ${first} and ${second} are ${deviceStateText[local[first]]}.`;
  }
  return unavailable.map((kind) => `Your ${kind} is ${deviceStateText[local[kind]]}.`).join(" ");
}

interface MutedNoticeProps {
  local: LocalMediaState;
  onUnmute: () => void;
}

/** Louder and longer than typing, so it is a voice. The level is that of `useAudioLevel`. */
const loudLevel = 0.5;
const speakingMilliseconds = 400;

/** Tells users who speak into a muted microphone that nobody can hear them. */
export function MutedNotice({ local, onUnmute }: MutedNoticeProps) {
  const { microphone, tracks } = local;
  const probeTrack = useUnmutedClone(microphone === "off" ? tracks.microphone : null);
  const isLoud = useAudioLevel(probeTrack) > loudLevel;
  const [isSpeaking, setSpeaking] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (probeTrack === null) {
      setSpeaking(false);
      setDismissed(false);
    }
  }, [probeTrack]);
  useEffect(() => {
    if (!isLoud) return;
    const timer = setTimeout(() => setSpeaking(true), speakingMilliseconds);
    return () => clearTimeout(timer);
  }, [isLoud]);
  return (
    <div role="status">
      {isSpeaking && !isDismissed && probeTrack !== null && (
        <RoomNotice action={{ label: "Unmute", onPress: onUnmute }} onDismiss={() => setDismissed(true)}>
          You're muted. Nobody can hear you.
        </RoomNotice>
      )}
    </div>
  );
}

/** A second track of the same microphone that stays unmuted. It is measured here and never sent. */
function useUnmutedClone(track: MediaStreamTrack | null): MediaStreamTrack | null {
  const [clone, setClone] = useState<MediaStreamTrack | null>(null);
  useEffect(() => {
    if (track === null) return;
    const unmuted = track.clone();
    unmuted.enabled = true;
    setClone(unmuted);
    return () => {
      unmuted.stop();
      setClone(null);
    };
  }, [track]);
  return clone;
}

interface RoomNoticeProps {
  children: ReactNode;
  action?: { label: string; onPress: () => void };
  onDismiss: () => void;
}

/** One piece of information about the room, in a line above it. */
function RoomNotice({ children, action, onDismiss }: RoomNoticeProps) {
  return (
    <DismissibleNotice onDismiss={onDismiss} className="py-0.5 lg:justify-center">
      <p className="min-w-0 max-lg:grow">{children}</p>
      {action && (
        <button
          type="button"
          onClick={action.onPress}
          className="min-h-8 shrink-0 rounded-full px-2 font-semibold underline underline-offset-2"
        >
          {action.label}
        </button>
      )}
    </DismissibleNotice>
  );
}

interface DismissibleNoticeProps {
  children: ReactNode;
  onDismiss: () => void;
  className?: string;
}

export function DismissibleNotice({ children, onDismiss, className }: DismissibleNoticeProps) {
  return (
    <div className={clsx("flex items-center gap-2 bg-accent-tint pr-1 pl-4 text-sm text-amber", className)}>
      {children}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onDismiss}
        className="grid size-8 shrink-0 place-items-center rounded-full hover:bg-sunk"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}

/** The announcement of a screen reader when a phase begins. */
export function phaseText(phase: RoomPhase, room: Room, timeZone: string): string {
  const part = interviewPhases(room).find((candidate) => candidate.phase === phase);
  if (part) {
    const minutes = Math.round((part.to.getTime() - part.from.getTime()) / 60_000);
    return `${part.name} begins: ${minutes} minutes.`;
  }
  if (phase !== "after") return "The room is open.";
  const isHeld = room.status === "pending" || room.status === "completed";
  if (!isHeld) return `${outcomeForViewer(room).title}.`;
  const cause = isEndedEarly(room) ? "Interview ended." : "Time is up.";
  return `${cause} You can stay and talk until ${formatTime(new Date(room.closesAt), timeZone)}.`;
}
