import { useEffect, useState } from "react";
import { RoomNotice } from "../layout/room-notice.tsx";
import type { LocalMediaState } from "./local-media.ts";
import { useAudioLevel } from "./use-audio-level.ts";

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
        <RoomNotice action="Unmute" onAction={onUnmute} onDismiss={() => setDismissed(true)}>
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
