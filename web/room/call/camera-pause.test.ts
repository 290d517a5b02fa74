import { describe, expect, it } from "vitest";
import { type CameraPause, nextPause, noPause, type SendingSample } from "./camera-pause.ts";

const wide: SendingSample = { available: 900_000, lostShare: 0 };
const edge: SendingSample = { available: 220_000, lostShare: 0 };
const narrow: SendingSample = { available: 120_000, lostShare: 0.03 };
const lossy: SendingSample = { available: 900_000, lostShare: 0.2 };
const unknown: SendingSample = { available: null, lostShare: 0 };

/** The phase in each second. */
function phases(...spans: [SendingSample, number][]): CameraPause["phase"][] {
  let state = noPause;
  return spans.flatMap(([sample, seconds]) =>
    Array.from({ length: seconds }, () => {
      state = nextPause(state, sample);
      return state.phase;
    }),
  );
}

const lastPhase = (...spans: [SendingSample, number][]) => phases(...spans).at(-1);

describe("the camera's picture", () => {
  it.each<[string, [SendingSample, number][]]>([
    ["on a wide line", [[wide, 600]]],
    ["on a line that just carries it", [[edge, 600]]],
    ["where the browser does not say what the line carries", [[unknown, 600]]],
    [
      "through two bad seconds",
      [
        [wide, 60],
        [narrow, 2],
        [wide, 1],
        [lossy, 2],
      ],
    ],
  ])("stays %s", (_name, spans) => {
    expect(new Set(phases(...spans))).toEqual(new Set(["on"]));
  });

  it.each([
    ["narrow", narrow],
    ["lossy", lossy],
  ])("is paused within 3 s on a %s line", (_name, sample) => {
    expect(lastPhase([wide, 60], [sample, 3])).toBe("paused");
  });

  it("is tried after 7 steady seconds, and shown after 4 more", () => {
    expect(lastPhase([narrow, 3], [wide, 6])).toBe("paused");
    expect(lastPhase([narrow, 3], [wide, 10])).toBe("trying");
    expect(lastPhase([narrow, 3], [wide, 11])).toBe("on");
    expect(lastPhase([lossy, 3], [unknown, 11])).toBe("on");
  });

  it.each([
    ["narrow", narrow],
    ["at the limit", edge],
    ["lossy", lossy],
  ])("is never shown again on a line that stays %s", (_name, sample) => {
    expect(phases([narrow, 3], [sample, 600]).slice(3)).not.toContain("on");
  });

  it("is not tried while sound is lost", () => {
    expect(phases([lossy, 600])).not.toContain("trying");
  });

  it.each(Array.from({ length: 12 }, (_, second) => second))(
    "is back within 15 s of a narrow line's end (%i)",
    (second) => {
      expect(lastPhase([narrow, 120 + second], [wide, 14])).toBe("on");
    },
  );
});
