import { useCallback, useEffect, useRef, useState } from "react";
import { playedTo } from "./replay.ts";

export const replaySpeeds = ["1", "4", "16"] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

/** How often the replay moves while it plays, in milliseconds. */
const tick = 100;

export interface Replay {
  /** Counted from the interview's start. */
  seconds: number;
  isPlaying: boolean;
  speed: ReplaySpeed;
  /** Moves to a second, and stops there. */
  seek: (seconds: number) => void;
  togglePlay: () => void;
  setSpeed: (speed: ReplaySpeed) => void;
}

/** The position of a replay between its first and last second. */
export function useReplay({ from, to }: { from: number; to: number }, startAt: number): Replay {
  const [seconds, setSeconds] = useState(startAt);
  const [wantsToPlay, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<ReplaySpeed>("4");
  const isPlaying = wantsToPlay && seconds < to;
  const last = useRef(0);

  useEffect(() => {
    if (!isPlaying) return;
    last.current = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const elapsed = (now - last.current) / 1000;
      last.current = now;
      setSeconds((current) => playedTo(current, elapsed, Number(speed), to));
    }, tick);
    return () => clearInterval(timer);
  }, [isPlaying, speed, to]);

  const seek = useCallback(
    (wanted: number) => {
      setPlaying(false);
      setSeconds(Math.min(to, Math.max(from, wanted)));
    },
    [from, to],
  );
  const togglePlay = () => {
    // Playing at the end starts again from the beginning.
    if (!isPlaying && seconds >= to) setSeconds(from);
    setPlaying(!isPlaying);
  };
  return { seconds, isPlaying, speed, seek, togglePlay, setSpeed };
}
