import { describe, expect, it } from "vitest";
import { trackNames } from "../../schedule/goals/tracks.ts";
import { anchorText, areasOf } from "./tracks.ts";

const scores = [1, 2, 3, 4, 5];

describe.each(trackNames)("the areas of the track %s", (track) => {
  it.each(areasOf(track))(
    "$label: every score has a sentence of its own, short enough for a line",
    (area) => {
      const sentences = scores.map((score) => anchorText(area, score));
      expect(new Set(sentences).size).toBe(scores.length);
      for (const sentence of sentences) {
        expect(sentence).toMatch(/^[A-Z].+\.$/);
        expect(sentence.length).toBeLessThanOrEqual(80);
        // A sentence that names another score reads as if it contradicted its own.
        expect(sentence).not.toMatch(/\d/);
      }
      // A named gap would be false of an hour with another one.
      for (const score of [2, 4])
        expect(anchorText(area, score)).not.toMatch(
          /\b(but|unsure|misses|leaves out|rarely|without|wrong(?!\.))\b/,
        );
    },
  );
});
