import { useMemo, useSyncExternalStore } from "react";
import type { LocalMedia, LocalMediaState } from "./local-media.ts";

export function useLocalMedia(media: LocalMedia): LocalMediaState {
  return useSyncExternalStore(media.subscribe, media.getState, media.getState);
}

/** A track as a `<video>` needs it; the same stream for the same track. */
export function useTrackStream(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => (track === null ? null : new MediaStream([track])), [track]);
}
