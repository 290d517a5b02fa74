import { questionTopics } from "@greenroom/contract/kernel/topics.ts";
import { addSpeech } from "@greenroom/contract/practice/rounds.ts";
import { questionLevels, questionRoles } from "@greenroom/contract/room/questions.ts";
import { describe, expect, it } from "vitest";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { type ChooseInput, chooseFollowUp, chooseQuestion, nextHintOpensAt } from "./choose.ts";

describe("choose", async () => {
  const bank = await openQuestionBank();
  const minutesOfRound = 30;
  const choose = (input: Partial<ChooseInput> = {}) =>
    chooseQuestion({
      questions: bank.all,
      role: "ml-engineer",
      level: null,
      topic: null,
      minutesLeft: 30,
      answered: [],
      roundId: "round",
      inInterview: new Set(),
      ...input,
    });

  describe("the next question", () => {
    it("fits the role and the remaining time", () => {
      for (const roundId of ["a", "b", "c", "d", "e", "f"]) {
        const question = choose({ roundId, role: "data-analyst", minutesLeft: 10 });
        expect(question?.roles).toContain("data-analyst");
        expect(question?.minutes).toBeLessThanOrEqual(12);
      }
    });

    it("takes no longer than the time that is left, if one does", () => {
      for (const role of questionRoles)
        for (const roundId of ["a", "b", "c", "d", "e", "f"])
          expect(choose({ roundId, role, minutesLeft: 15 })?.minutes).toBeLessThanOrEqual(15);
      const shorter = bank.all.filter(({ minutes }) => minutes <= 15);
      const answered = shorter.map(({ id }) => ({ questionId: id, roundId: "before" }));
      expect(choose({ answered, minutesLeft: 15 })?.minutes).toBeGreaterThan(15);
    });

    it("is the same for the same round, and varies between rounds", () => {
      expect(choose()).toBe(choose());
      expect(
        new Set(["a", "b", "c", "d", "e", "f"].map((roundId) => choose({ roundId })?.id)).size,
      ).toBeGreaterThan(1);
    });

    it("alternates between questions with and without code", () => {
      const code = choose();
      expect(code?.kind).not.toBe("talk");
      const answered = [{ questionId: code?.id ?? "", roundId: "round" }];
      expect(choose({ answered })?.kind).toBe("talk");
    });

    it("repeats only after all others were answered, the oldest first", () => {
      const asked = bank.all.filter(({ roles }) => roles.includes("ml-engineer"));
      const answered = asked.map(({ id }) => ({ questionId: id, roundId: "before" }));
      const [unseen, ...others] = answered;
      expect(choose({ answered: others, minutesLeft: 60 })?.id).toBe(unseen?.questionId);
      const last = asked[0]?.kind;
      const oldest = asked.findLast(({ kind }) => (kind === "talk") === (last !== "talk"));
      expect(choose({ answered, minutesLeft: 60 })?.id).toBe(oldest?.id);
    });

    it("has the chosen level and topic, for every choice of which the bank has a question that fits", () => {
      for (const role of questionRoles)
        for (const topic of questionTopics)
          for (const level of questionLevels) {
            const fits = bank.all.some(
              (each) =>
                each.roles.includes(role) &&
                each.topic === topic &&
                each.level === level &&
                each.minutes <= minutesOfRound,
            );
            const question = choose({ role, topic, level, minutesLeft: minutesOfRound });
            if (fits) expect(question).toMatchObject({ topic, level });
            else expect(question?.roles).toContain(role);
          }
    });

    it.each([
      [
        "of the nearest level",
        { topic: "ml-system-design", level: "senior" },
        { topic: "ml-system-design", level: "mid" },
      ],
      ["of another topic", { topic: "data-work", level: "mid" }, { level: "mid" }],
      ["of any topic", { topic: null, level: "senior" }, { level: "senior" }],
      ["of any level", { topic: "sql", level: null }, { topic: "sql" }],
    ] as const)(
      "is one %s where an AI engineer has no other in 15 minutes: %j",
      (_name, choice, expected) => {
        expect(choose({ role: "ai-engineer", minutesLeft: 15, ...choice })).toMatchObject(expected);
      },
    );

    it("is repeated within the chosen topic before one of another level is asked", () => {
      const asked = bank.all.filter(
        ({ roles, topic, level }) => roles.includes("ml-engineer") && topic === "sql" && level === "mid",
      );
      const answered = asked.map(({ id }) => ({ questionId: id, roundId: "before" }));
      expect(choose({ topic: "sql", level: "mid", answered, minutesLeft: 45 })).toMatchObject({
        level: "mid",
      });
    });

    it("is never repeated within a round, and is the shortest if none fits", () => {
      const first = choose({ minutesLeft: 1 });
      const again = choose({ minutesLeft: 1, answered: [{ questionId: first?.id ?? "", roundId: "round" }] });
      expect(again?.id).not.toBe(first?.id);
      expect(first?.minutes).toBeLessThanOrEqual(8);
    });
  });

  describe("the next follow-up", () => {
    const followUps = [
      { when: "When they exclude the mixed users", ask: "Could that bias it?" },
      { when: "When they report the rates", ask: "What else do you need?" },
      { when: "When they propose cities", ask: "How many cities?" },
    ];
    it.each([
      ["matches what was said", [], "I would report both rates with an interval.", 1],
      ["matches other forms of a word", [], "My proposal is one city against another.", 2],
      ["is the first if nothing matches", [], "I do not know.", 0],
      ["is never repeated", [1], "I would report both rates.", 0],
      ["is not asked after the second", [1, 0], "I would report both rates.", null],
    ])("%s", (_, asked, said, index) => {
      expect(chooseFollowUp(followUps, asked, said)).toBe(index);
    });
  });

  it.each([
    [0, "2026-11-20T06:02:00.000Z"],
    [1, "2026-11-20T06:04:00.000Z"],
    [2, "2026-11-20T06:06:00.000Z"],
    [3, undefined],
  ])("after %i hints of a question of ten minutes, the next opens at %s", (opened, time) => {
    const startedAt = new Date("2026-11-20T06:00:00Z");
    const question = { minutes: 10, hints: ["a", "b", "c"] };
    expect(nextHintOpensAt(startedAt, question, opened)?.toISOString()).toBe(time);
  });

  it("adds up the measurements of two parts of an answer", () => {
    const part = { words: 20, spokenSeconds: 10, longestSilenceSeconds: 4 };
    expect(addSpeech(null, null)).toBeNull();
    expect(addSpeech(part, null)).toEqual(part);
    expect(addSpeech(part, { words: 5, spokenSeconds: 2.5, longestSilenceSeconds: 9 })).toEqual({
      words: 25,
      spokenSeconds: 12.5,
      longestSilenceSeconds: 9,
    });
  });
});
