/** What a browser reports about the line that it sends over. */
export interface SendingSample {
  /** Bits a second that the browser expects to get through; null in browsers that do not say. */
  available: number | null;
  /** The share of the sound that the other side missed lately. */
  lostShare: number;
}

/** Whether the camera's picture is held back so that the sound gets through. A browser makes it smaller by itself before. */
export interface CameraPause {
  isPaused: boolean;
  /** Seconds in a row in which the line could not carry both, or, while paused, in which it was steady. */
  seconds: number;
  /** Seconds since the picture was last resumed. */
  sinceResumed: number;
  /** So many steady seconds, and the picture is tried again. Doubles when a try fails. */
  steadySeconds: number;
}

export const noPause: CameraPause = {
  isPaused: false,
  seconds: 0,
  sinceResumed: Number.POSITIVE_INFINITY,
  steadySeconds: 10,
};

/** Below this the picture takes what the sound needs, in bits a second. */
export const leastForPicture = 200_000;
const mostLost = 0.1;
/** A browser needs a few seconds to find out what a line carries. */
const secondsToRise = 5;
const badSecondsBeforePause = 4;
const maxSteadySeconds = 80;

/** The state a second later. */
export function nextPause(state: CameraPause, { available, lostShare }: SendingSample): CameraPause {
  const isLossy = lostShare > mostLost;
  if (state.isPaused) {
    // Without the picture the browser has no measure of what more the line could carry.
    const seconds = isLossy ? 0 : state.seconds + 1;
    if (seconds < state.steadySeconds) return { ...state, seconds };
    return { ...state, isPaused: false, seconds: 0, sinceResumed: 0 };
  }
  const sinceResumed = state.sinceResumed + 1;
  const isRising = sinceResumed <= secondsToRise;
  const isBad = isLossy || (!isRising && available !== null && available < leastForPicture);
  const seconds = isBad ? state.seconds + 1 : 0;
  if (seconds < badSecondsBeforePause) return { ...state, seconds, sinceResumed };
  const hasFailed = sinceResumed < 2 * state.steadySeconds;
  return {
    isPaused: true,
    seconds: 0,
    sinceResumed,
    steadySeconds: hasFailed ? Math.min(2 * state.steadySeconds, maxSteadySeconds) : noPause.steadySeconds,
  };
}
