import type { DrillCard } from "@greenroom/contract/practice/drills.ts";
import { describe, expect, test } from "vitest";
import {
  currentCard,
  nextReturn,
  rateCard,
  reviewSize,
  skipCard,
  startReview,
  summarizeReview,
} from "./review.ts";
import { waitText } from "./wait-text.ts";

const now = new Date("2026-11-20T06:30:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const card = (id: string) => ({ id, isNew: true }) as DrillCard;
const review = startReview(["a", "b", "c"].map(card));
const ids = ({ queue }: typeof review) => queue.map(({ id }) => id).join("");

describe("a review of a drill", () => {
  test.each([
    ["leaves out a card that is due tomorrow", 60 * 24, "bc"],
    ["repeats an unknown card at the end", 1, "bca"],
    ["repeats a card that is due in ten minutes", 10, "bca"],
  ])("%s", (_, minutes, queue) => {
    expect(ids(rateCard(review, "a", later(minutes), now))).toBe(queue);
  });

  test("shows no card more than three times", () => {
    let state = startReview([card("a")]);
    for (let times = 1; times <= 3; times += 1) state = rateCard(state, "a", later(1), now);
    expect(ids(state)).toBe("");
  });

  test("counts a card once, however often it came", () => {
    const first = rateCard(startReview([card("a"), card("b")]), "a", later(1), now);
    const state = rateCard(first, "b", later(9_000), now);
    expect(reviewSize(state)).toBe(2);
    expect(state.done).toEqual(["a", "b"]);
  });

  test("ends with the number of repeated cards, and the day on which the first one returns", () => {
    let state = rateCard(startReview([card("a"), card("b")]), "a", later(1), now);
    state = rateCard(state, "b", later(4_000), now);
    state = rateCard(state, "a", later(9_000), now);
    expect(summarizeReview(state)).toEqual({ repeated: 1, nextDueAt: later(4_000) });
  });

  test("stays unchanged when it is over", () => {
    const over = startReview([]);
    expect(rateCard(over, "a", later(1), now)).toBe(over);
  });

  test("shows a card again only once it is due, after all new cards", () => {
    let state = rateCard(startReview([card("a"), card("b")]), "a", later(10), now);
    expect(currentCard(state, later(11))?.id).toBe("b");
    state = rateCard(state, "b", later(1), now);
    expect(currentCard(state, now)).toBeNull();
    expect(nextReturn(state)).toEqual(later(1));
    expect(currentCard(state, later(1))?.id).toBe("b");
    // The card stays while another one becomes due.
    expect(currentCard(state, later(11))?.id).toBe("b");
  });

  test("goes on without a card that was refused", () => {
    const state = skipCard(review, "a");
    expect(currentCard(state, now)?.id).toBe("b");
    expect(reviewSize(state)).toBe(2);
  });
});

test.each([
  [0.4, "1 min"],
  [10, "10 min"],
  [90, "2 h"],
  [60 * 24, "1 day"],
  [60 * 24 * 3.4, "3 days"],
  [60 * 24 * 45, "6 weeks"],
])("a wait of %d minutes reads %s", (minutes, text) => {
  expect(waitText(later(minutes), now)).toBe(text);
});
