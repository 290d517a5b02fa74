import type { DrillCard } from "@greenroom/contract/practice/drills.ts";
import type { AnswerKey } from "@greenroom/contract/room/questions.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { describe, expect, test } from "vitest";
import { createQueryClient } from "../../api/query-client.tsx";
import { SessionProvider } from "../../session/session.tsx";
import { sampleCard, sampleSet, sampleToday } from "../rounds/practice.testing.ts";
import { dueText } from "./drill-list.tsx";
import {
  currentCard,
  DrillReview,
  nextReturn,
  rateCard,
  reviewSize,
  skipCard,
  startReview,
  summarizeReview,
} from "./drill-review.tsx";
import { streakNote, todayText, waitText } from "./drill-text.ts";
import { CardBack, RatingButtons, ratingOfKey } from "./open-card.tsx";

const key: AnswerKey = {
  modelAnswer: "About one in ten.",
  criteria: [{ name: "Base rate", one: "Ignores it.", three: "Uses it when told.", five: "Starts from it." }],
  commonErrors: ["Answers 99%."],
  referenceSolution: null,
  hiddenTests: [],
};
function textOf(element: ReactElement): string {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <MemoryRouter>{element}</MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

describe("a review of a drill", () => {
  test("shows the first card without its answer", () => {
    const text = textOf(
      <DrillReview set={sampleSet} today={sampleToday} cards={[sampleCard]} again={null} />,
    );
    expect(text).toContain("0 of 1 cards answered");
    expect(text).toContain("How likely is the disease after a positive test?");
    expect(text).toContain("Answer aloud or in writing, then compare.");
    expect(text).toContain("Show answer");
    expect(text).not.toContain("Again soon");
  });

  test("asks for mistakes on a card of kind errors", () => {
    const errors: DrillCard = { ...sampleCard, kind: "errors", isNew: false };
    expect(
      textOf(<DrillReview set={sampleSet} today={sampleToday} cards={[errors]} again={null} />),
    ).toContain("Which mistakes do people make here?");
  });

  test.each([
    [3 * 24 * 60, /The next one comes back on \w{3} \d{1,2} \w{3}\./],
    [20 * 60, /The next one comes back in 20 h\./],
    [10, /The next one comes back in 10 min\./],
  ])("without any cards says that the next one is due in %i minutes", (minutes, sentence) => {
    const later = { ...sampleSet, nextDueAt: new Date(Date.now() + minutes * 60_000).toISOString() };
    const text = textOf(<DrillReview set={later} today={sampleToday} cards={[]} again={null} />);
    expect(text).toContain("Nothing is due");
    expect(text).toMatch(sentence);
  });

  test("without any cards because of an interview says so", () => {
    expect(textOf(<DrillReview set={sampleSet} today={sampleToday} cards={[]} again={null} />)).toContain(
      "The cards that are left belong to questions of your interview. You can do them after it.",
    );
  });
});

describe("the other side", () => {
  test("of a recall card has the model answer and the criteria of a very good answer", () => {
    const text = textOf(<CardBack kind="answer" answerKey={key} />);
    expect(text).toContain("About one in ten.");
    expect(text).toContain("Base rate Starts from it.");
    expect(text).not.toContain("Answers 99%.");
  });

  test("of a card of kind errors has only the errors", () => {
    expect(textOf(<CardBack kind="errors" answerKey={key} />).trim()).toBe("Common errors Answers 99%.");
  });
});

describe("the ratings", () => {
  const now = new Date("2026-11-20T06:30:00Z");
  const dueAfter = {
    again: "2026-11-20T06:31:00.000Z",
    hard: "2026-11-20T06:36:00.000Z",
    good: "2026-11-20T06:40:00.000Z",
    easy: "2026-11-28T06:30:00.000Z",
  };
  const buttons = (onlyAgain: boolean) =>
    textOf(
      <RatingButtons
        dueAfter={dueAfter}
        now={now}
        onlyAgain={onlyAgain}
        pending={null}
        onRate={() => undefined}
      />,
    );

  test("say when the card returns", () => {
    const labels = ["Again soon", "Hard next: in 6 min", "Good next: in 10 min", "Easy next: in 8 days"];
    for (const label of labels) expect(buttons(false)).toContain(label);
  });

  test("offer only Again after a failed test", () => {
    expect(buttons(true)).toContain("Again soon");
    expect(buttons(true)).not.toContain("Good");
  });

  test.each([
    ["1", false, "again"],
    ["4", false, "easy"],
    ["5", false, null],
    ["x", false, null],
    ["3", true, null],
    ["1", true, "again"],
  ])("the key %s, with a failed test: %s, rates %s", (name, onlyAgain, rating) => {
    expect(ratingOfKey(name, onlyAgain)).toBe(rating);
  });
});

test.each([
  [{ dueCards: 3, newCards: 20, nextReturn: null }, "3 due, 20 new"],
  [{ dueCards: 0, newCards: 20, nextReturn: "on Thu 26 Nov" }, "20 new"],
  [{ dueCards: 0, newCards: 0, nextReturn: "on Thu 26 Nov" }, "Next on Thu 26 Nov"],
])("a set with %j waiting reads %s", (due, text) => {
  expect(dueText(due, due.nextReturn)).toBe(text);
});

test.each([
  [{ reviewed: 0, goal: 10, streak: 0, forgave: false }, "0 of 10 cards today.", "Meet the goal on two days"],
  [{ reviewed: 4, goal: 10, streak: 1, forgave: false }, "4 of 10 cards today.", "One missed day"],
  [
    { reviewed: 12, goal: 10, streak: 6, forgave: true },
    "12 cards today. Goal met. 6 days in a row.",
    "was forgiven",
  ],
])("today, %j, reads %s", (given, text, note) => {
  expect(todayText(given)).toBe(text);
  expect(streakNote(given)).toContain(note);
});

describe("review", () => {
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
});
