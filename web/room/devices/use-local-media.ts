import { useMemo } from "react";
import { useStore } from "zustand";
import type { LocalMedia, LocalMediaState } from "./local-media.ts";

export function useLocalMedia(media: LocalMedia): LocalMediaState {
  return useStore(media.store);
}

/** A track as a `<video>` needs it; the same stream for the same track. */
export function useTrackStream(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => (track === null ? null : new MediaStream([track])), [track]);
}
