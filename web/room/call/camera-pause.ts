/** What a browser reports about the line that it sends over. */
export interface SendingSample {
  /** Bits a second that the browser expects to get through; null in browsers that do not say. */
  available: number | null;
  /** The share of the sound that the other side missed lately. */
  lostShare: number;
}

/** Whether the camera's picture is held back so that the sound gets through. A browser makes it smaller by itself before. */
export interface CameraPause {
  /** trying: it is sent, and shown once the line has carried it for a few seconds. */
  phase: "on" | "paused" | "trying";
  /** Since the phase began; only those in a row when on (that the line could not carry it) or paused (that it was steady). */
  seconds: number;
}

export const noPause: CameraPause = { phase: "on", seconds: 0 };

/** Below this the picture takes what the sound needs, in bits a second. */
export const leastForPicture = 200_000;
/** More, so that a line at the limit does not show it in turns. */
const leastToShowAgain = 250_000;
const mostLost = 0.1;
const badSecondsBeforePause = 3;
const steadySecondsBeforeTry = 7;
/** A browser finds out what a line carries only while it sends a picture. */
const secondsOfTry = 4;

/** The state a second later. */
export function nextPause({ phase, seconds }: CameraPause, sample: SendingSample): CameraPause {
  const isLossy = sample.lostShare > mostLost;
  const carries = (least: number) => !isLossy && (sample.available ?? least) >= least;
  if (phase === "on") {
    if (carries(leastForPicture)) return noPause;
    return seconds + 1 < badSecondsBeforePause
      ? { phase, seconds: seconds + 1 }
      : { phase: "paused", seconds: 0 };
  }
  if (isLossy) return { phase: "paused", seconds: 0 };
  const passed = seconds + 1;
  if (phase === "paused")
    return passed < steadySecondsBeforeTry ? { phase, seconds: passed } : { phase: "trying", seconds: 0 };
  if (passed < secondsOfTry) return { phase, seconds: passed };
  return carries(leastToShowAgain) ? noPause : { phase: "paused", seconds: 0 };
}
