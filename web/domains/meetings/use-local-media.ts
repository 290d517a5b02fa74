import { useMemo, useSyncExternalStore } from "react";
import type { LocalMedia, LocalState } from "./local-media.ts";

export function useLocalMedia(media: LocalMedia): LocalState {
  return useSyncExternalStore(media.subscribe, media.read, media.read);
}

/** A track as a `<video>` takes it, the same for as long as the track is. */
export function useStreamOf(track: MediaStreamTrack | null): MediaStream | null {
  return useMemo(() => (track === null ? null : new MediaStream([track])), [track]);
}
