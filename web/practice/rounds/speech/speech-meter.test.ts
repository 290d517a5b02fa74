import { expect, test } from "vitest";
import { SpeechMeter } from "./speech-meter.ts";

const heard = (startedAt: number, endedAt: number, text: string) => ({
  startedAt: startedAt * 1000,
  endedAt: endedAt * 1000,
  text,
});

test.each([
  ["silence", [], 30, null],
  ["one sentence", [heard(2, 6, "one two three four")], 7, [4, 4, 2]],
  ["a silence between two sentences", [heard(1, 3, "one two"), heard(12, 14, "three")], 15, [3, 4, 9]],
  ["a silence at the end", [heard(1, 3, "one two")], 23, [2, 2, 20]],
  ["two sentences that overlap", [heard(1, 4, "one two"), heard(3, 6, "three")], 6, [3, 5, 1]],
])("measures %s", (_, parts, now, result) => {
  const meter = new SpeechMeter(0);
  for (const part of parts) meter.add(part);
  const [words, spokenSeconds, longestSilenceSeconds] = result ?? [];
  expect(meter.read(now * 1000)).toEqual(result && { words, spokenSeconds, longestSilenceSeconds });
});
