import { randomUUID } from "node:crypto";
import type { DrillCard, DrillSet } from "@greenroom/contract/practice/drills.ts";
import { describe, expect, it } from "vitest";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { app, call, continueAs, usePractice } from "../../testing/practice-setup.ts";

usePractice();

const open = async (setId = "ml-engineer-ml-fundamentals") => (await call("GET", `/drills/${setId}`)).body;
const review = (cardId: string, rating: string, more: object = {}) =>
  call("POST", `/cards/${cardId}/reviews`, { id: randomUUID(), rating, ...more });
const findSet = async (id: string): Promise<DrillSet> =>
  (await call("GET", "/drills")).body.sets.find((set: DrillSet) => set.id === id);
const recallCard = (cards: DrillCard[]) => cards.find(({ kind }) => kind !== "code") as DrillCard;
const codeCard = (cards: DrillCard[]) => cards.find(({ kind }) => kind === "code") as DrillCard;

describe("the drills", () => {
  it("have at least 12 sets by role and topic, each with cards", async () => {
    const { sets } = (await call("GET", "/drills")).body;
    expect(sets.length).toBeGreaterThanOrEqual(12);
    expect(new Set(sets.map(({ id }: DrillSet) => id)).size).toBe(sets.length);
    expect(new Set(sets.map(({ role }: DrillSet) => role)).size).toBe(4);
    for (const set of sets) {
      expect(set.cards).toBeGreaterThanOrEqual(8);
      expect(set).toMatchObject({ newCards: set.cards, dueCards: 0, nextDueAt: null });
    }
  });

  it("begin with the easiest questions: of a lower level first, and of one level the shorter first", async () => {
    const { sets } = (await call("GET", "/drills")).body;
    const levels = ["junior", "mid", "senior"];
    for (const { id } of sets as DrillSet[]) {
      const { cards } = await open(id);
      // The cards of six questions come before the next six.
      const first = cards.filter(({ kind }: DrillCard) => kind !== "errors").slice(0, 6);
      const asked = first.map(
        ({ level, question }: DrillCard) => levels.indexOf(level) * 100 + question.minutes,
      );
      expect([id, asked]).toEqual([id, [...asked].sort((a, b) => a - b)]);
    }
  });

  it("return at most 12 cards at once, without any answer", async () => {
    const { cards } = await open();
    expect(cards).toHaveLength(12);
    const { question } = recallCard(cards);
    expect(question.prompt).toBeTruthy();
    expect(Object.keys(question).sort()).toEqual(
      ["clarifications", "code", "id", "level", "minutes", "prompt", "title", "topic", "version"].sort(),
    );
  });

  it("reveal a card's answer on request, and when the card would return after each rating", async () => {
    const card = recallCard((await open()).cards);
    const { status, body } = await call("POST", `/cards/${card.id}/reveal`);
    expect(status).toBe(200);
    const question = (await openQuestionBank()).find(card.question.id);
    expect(body.key.modelAnswer).toBe(question?.modelAnswer);
    expect(Object.keys(body.dueAfter)).toEqual(["again", "hard", "good", "easy"]);
  });

  it.each([
    ["GET", "/drills/no-such-drill"],
    ["POST", "/cards/no-such-question.answer/reveal"],
  ])("refuse %s %s with not_found", async (method, path) => {
    const { status, body } = await call(method, path);
    expect([status, body.code]).toEqual([404, "not_found"]);
  });

  it("refuse a recall card for a question that has a code card", async () => {
    const card = codeCard((await open("ml-engineer-python")).cards);
    expect((await call("POST", `/cards/${card.question.id}.answer/reveal`)).status).toBe(404);
  });
});

describe("a review", () => {
  it("plans when the card returns, and counts toward today", async () => {
    const card = recallCard((await open()).cards);
    const { status, body } = await review(card.id, "good");
    expect(status).toBe(200);
    expect(new Date(body.dueAt) > app.clock.now()).toBe(true);
    expect(body.today).toMatchObject({ reviewed: 1, goal: 10, streak: 0 });
    const set = await findSet("ml-engineer-ml-fundamentals");
    expect(set).toMatchObject({ newCards: set.cards - 1, dueCards: 0, nextDueAt: body.dueAt });
  });

  it("comes first for a due card, before any new card", async () => {
    const card = (await open()).cards.at(-1) as DrillCard;
    await review(card.id, "again");
    expect((await open()).cards.map(({ id }: DrillCard) => id)).not.toContain(card.id);
    app.clock.advance({ minutes: 5 });
    const { cards } = await open();
    expect(cards[0]).toMatchObject({ id: card.id, isNew: false });
  });

  it("that is sent twice counts once", async () => {
    const card = recallCard((await open()).cards);
    const body = { id: randomUUID(), rating: "good" };
    const first = await call("POST", `/cards/${card.id}/reviews`, body);
    const second = await call("POST", `/cards/${card.id}/reviews`, body);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(second.body.today.reviewed).toBe(1);
    const other = await call("POST", `/cards/${card.id}/reviews`, { ...body, rating: "easy" });
    const msg = "This review is already saved with another rating or test result.";
    expect([other.status, other.body.msg]).toEqual([409, msg]);
  });

  it("cannot reuse the id of another person's review", async () => {
    const card = recallCard((await open()).cards);
    const body = { id: randomUUID(), rating: "good" };
    await call("POST", `/cards/${card.id}/reviews`, body);
    continueAs(await app.signUp());
    const { status } = await call("POST", `/cards/${card.id}/reviews`, body);
    expect(status).toBe(409);
  });

  it.each([
    ["a rating that does not exist", { rating: "perfect" }, "rating"],
    ["no rating", {}, "rating"],
    ["tests for a card without tests", { rating: "good", tests: { passed: 1, total: 1 } }, "tests"],
    ["a malformed id", { rating: "good", id: "1" }, "id"],
  ])("refuses %s", async (_, body, path) => {
    const card = recallCard((await open()).cards);
    const answer = await call("POST", `/cards/${card.id}/reviews`, { id: randomUUID(), ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.details[0].path).toContain(path);
  });

  it("of a code card is rated by its tests", async () => {
    const card = codeCard((await open("ml-engineer-python")).cards);
    const total = (card.question.code?.visibleTests.length ?? 0) + (card.question.code?.hiddenTests ?? 0);
    const attempts = [
      await review(card.id, "good"),
      await review(card.id, "good", { tests: { passed: total - 1, total } }),
      await review(card.id, "good", { tests: { passed: 1, total: 1 } }),
      await review(card.id, "good", { tests: { passed: total + 1, total } }),
      await review(card.id, "again"),
    ];
    for (const [rating, passed] of [
      ["again", 0],
      ["good", total],
    ] as const) {
      app.clock.advance({ minutes: 1 });
      attempts.push(await review(card.id, rating, { tests: { passed, total } }));
    }
    expect(attempts.map(({ status }) => status)).toEqual([400, 400, 400, 400, 200, 200, 200]);
  });

  it("of a card that is not due is refused, even when several arrive at once", async () => {
    const card = recallCard((await open()).cards);
    const answers = await Promise.all(Array.from({ length: 6 }, () => review(card.id, "good")));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body).toMatchObject({ code: "conflict", msg: "This card is not due yet." });
    const kept = answers.find(({ status }) => status === 200);
    expect(kept?.body.today.reviewed).toBe(1);
    expect((await findSet("ml-engineer-ml-fundamentals")).nextDueAt).toBe(kept?.body.dueAt);
    app.clock.set(kept?.body.dueAt);
    expect((await review(card.id, "good")).status).toBe(200);
  });

  it("may use the refused id again once the card is due", async () => {
    const card = recallCard((await open()).cards);
    const { body } = await review(card.id, "again");
    const early = { id: randomUUID(), rating: "good" };
    expect((await call("POST", `/cards/${card.id}/reviews`, early)).status).toBe(409);
    app.clock.set(body.dueAt);
    expect((await call("POST", `/cards/${card.id}/reviews`, early)).status).toBe(200);
  });
});

describe("the daily goal", () => {
  const doCards = async (count: number) => {
    const { cards } = await open("data-analyst-statistics-experiments");
    for (const card of cards.filter(({ kind }: DrillCard) => kind !== "code").slice(0, count)) {
      expect((await review(card.id, "easy")).status).toBe(200);
    }
  };

  it("counts a card once a day, however often it comes back", async () => {
    app.clock.set("2026-11-21T06:00:00Z");
    const card = recallCard((await open()).cards);
    for (const reviewed of [1, 1, 1]) {
      const { body } = await review(card.id, "again");
      expect(body.today.reviewed).toBe(reviewed);
      app.clock.advance({ minutes: 10 });
    }
    app.clock.advance({ days: 1 });
    expect((await review(card.id, "again")).body.today.reviewed).toBe(1);
    expect((await call("GET", "/progress")).body.days).toEqual([
      { day: "2026-11-21", reviewed: 1, goal: 10 },
      { day: "2026-11-22", reviewed: 1, goal: 10 },
    ]);
  });

  it("does not affect past days when it is raised later", async () => {
    await call("PUT", "/drill-goal", { cards: 5 });
    await doCards(5);
    app.clock.advance({ days: 1 });
    await call("PUT", "/drill-goal", { cards: 20 });
    expect((await call("GET", "/drills")).body.today).toMatchObject({ goal: 20, streak: 1 });
  });

  it.each([4, 61])("cannot be %j", async (cards) => {
    const { status, body } = await call("PUT", "/drill-goal", { cards });
    expect(status).toBe(400);
    expect(body.details[0].path).toContain("cards");
  });
});
