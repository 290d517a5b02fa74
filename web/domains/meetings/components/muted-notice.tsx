import { useEffect, useState } from "react";
import type { LocalState } from "../local-media.ts";
import { useLevel } from "../use-level.ts";
import { RoomNotice } from "./room-notice.tsx";

interface MutedNoticeProps {
  local: LocalState;
  onUnmute: () => void;
}

/** Louder than a keyboard, and for longer: a voice. The level is that of `useLevel`. */
const loud = 0.5;
const spokenFor = 400;

/** Tells who speaks into a muted microphone that nobody hears them. */
export function MutedNotice({ local, onUnmute }: MutedNoticeProps) {
  const { microphone, tracks } = local;
  const listened = useListenedIn(microphone === "off" ? tracks.microphone : null);
  const isLoud = useLevel(listened) > loud;
  const [isSpeaking, setSpeaking] = useState(false);
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (listened === null) {
      setSpeaking(false);
      setDismissed(false);
    }
  }, [listened]);
  useEffect(() => {
    if (!isLoud) return;
    const timer = setTimeout(() => setSpeaking(true), spokenFor);
    return () => clearTimeout(timer);
  }, [isLoud]);
  return (
    <div role="status">
      {isSpeaking && !isDismissed && listened !== null && (
        <RoomNotice action="Unmute" onAction={onUnmute} onDismiss={() => setDismissed(true)}>
          You are muted, and nobody hears you.
        </RoomNotice>
      )}
    </div>
  );
}

/** A second hold on a muted track, which hears what the first one does not send. It goes nowhere. */
function useListenedIn(track: MediaStreamTrack | null): MediaStreamTrack | null {
  const [clone, setClone] = useState<MediaStreamTrack | null>(null);
  useEffect(() => {
    if (track === null) return;
    const listening = track.clone();
    listening.enabled = true;
    setClone(listening);
    return () => {
      listening.stop();
      setClone(null);
    };
  }, [track]);
  return clone;
}
