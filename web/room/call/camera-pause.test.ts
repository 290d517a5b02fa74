import { describe, expect, it } from "vitest";
import { type CameraPause, nextPause, noPause, type SendingSample } from "./camera-pause.ts";

const wide: SendingSample = { available: 900_000, lostShare: 0 };
const narrow: SendingSample = { available: 120_000, lostShare: 0.03 };
const lossy: SendingSample = { available: 900_000, lostShare: 0.2 };
const unknown: SendingSample = { available: null, lostShare: 0 };

/** The state after so many seconds of each sample. */
function after(start: CameraPause, ...spans: [SendingSample, number][]): CameraPause {
  let state = start;
  for (const [sample, seconds] of spans)
    for (let second = 0; second < seconds; second += 1) state = nextPause(state, sample);
  return state;
}

describe("the camera's picture", () => {
  it.each<[string, [SendingSample, number][], boolean]>([
    ["stays on a wide line", [[wide, 600]], false],
    ["stays where the browser does not say what the line carries", [[unknown, 600]], false],
    [
      "stays through three bad seconds",
      [
        [wide, 60],
        [narrow, 3],
        [wide, 1],
        [narrow, 3],
      ],
      false,
    ],
    [
      "is paused within 4 s on a narrow line",
      [
        [wide, 60],
        [narrow, 4],
      ],
      true,
    ],
    [
      "is paused within 4 s on a lossy line",
      [
        [wide, 60],
        [lossy, 4],
      ],
      true,
    ],
    [
      "is back after 10 steady seconds",
      [
        [wide, 60],
        [narrow, 4],
        [wide, 10],
      ],
      false,
    ],
    [
      "is not back before",
      [
        [wide, 60],
        [narrow, 4],
        [wide, 9],
      ],
      true,
    ],
    [
      "is not back while sound is lost",
      [
        [wide, 60],
        [lossy, 4],
        [lossy, 60],
      ],
      true,
    ],
  ])("%s", (_name, spans, isPaused) => {
    expect(after(noPause, ...spans).isPaused).toBe(isPaused);
  });

  it("has time to find out what a line carries when it is back", () => {
    const back = after(noPause, [wide, 60], [narrow, 4], [wide, 10]);
    expect(after(back, [narrow, 5], [wide, 60]).isPaused).toBe(false);
  });

  it("is tried less and less often on a line that stays narrow, and again after 10 s once it held", () => {
    let state = after(noPause, [wide, 60], [narrow, 4]);
    const waits: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      let seconds = 0;
      for (; state.isPaused; seconds += 1) state = nextPause(state, narrow);
      waits.push(seconds);
      while (!state.isPaused) state = nextPause(state, narrow);
    }
    expect(waits).toEqual([10, 20, 40, 80, 80]);
    state = after(state, [narrow, 80], [wide, 200], [narrow, 4]);
    expect(state).toMatchObject({ isPaused: true, steadySeconds: 10 });
  });
});
