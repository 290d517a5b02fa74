import { expect, test } from "vitest";
import { scaleSeconds } from "./scale-seconds.ts";

test.each([
  [30, [0]],
  [150, [0, 1, 2]],
  [480, [0, 2, 4, 6, 8]],
  [1_600, [0, 10, 20]],
  [2_700, [0, 15, 30, 45]],
])("a record of %d seconds has times at equal distances: minutes %o", (last, minutes) => {
  expect(scaleSeconds(last).map((at) => at / 60)).toEqual(minutes);
});
