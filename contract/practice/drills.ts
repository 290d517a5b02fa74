import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { wireInstantSchema } from "../kernel/instants.ts";
import { questionTopics } from "../kernel/topics.ts";
import {
  answerKeySchema,
  questionLevels,
  questionRoles,
  questionSchema,
  testCountSchema,
} from "../room/questions.ts";

/* Drills: short sets of cards by role and topic, which return shortly before they would be forgotten. */

export const cardKinds = ["answer", "errors", "code"] as const;
export type CardKind = (typeof cardKinds)[number];

export const drillRatings = ["again", "hard", "good", "easy"] as const;
export type DrillRating = (typeof drillRatings)[number];

/** The most cards in one round of a drill. */
export const reviewCards = 12;
export const goalCards = { least: 5, most: 60, preset: 10 };

const cardIdMessage = "This is not the id of a card.";
const cardParams = z.strictObject({
  cardId: z
    .string(cardIdMessage)
    .max(100, cardIdMessage)
    .regex(/^[a-z0-9-]+\.(answer|errors|code)$/, cardIdMessage),
});
const setIdMessage = "This is not the id of a drill.";
const setParams = z.strictObject({
  setId: z
    .string(setIdMessage)
    .max(100, setIdMessage)
    .regex(/^[a-z-]+$/, setIdMessage),
});

const todaySchema = z.object({
  reviewed: z.int(),
  goal: z.int(),
  /** Consecutive days on which the goal was met; one missed day a week is forgiven. */
  streak: z.int(),
  /** Whether this streak contains a forgiven day. */
  forgave: z.boolean(),
});
export type DrillToday = z.infer<typeof todaySchema>;

const setSchema = z.object({
  id: z.string(),
  role: z.enum(questionRoles),
  topic: z.enum(questionTopics),
  title: z.string(),
  cards: z.int(),
  newCards: z.int(),
  dueCards: z.int(),
  /** When the next card of the set is due; null when one is due now or none was seen. */
  nextDueAt: wireInstantSchema.nullable(),
});
export type DrillSet = z.infer<typeof setSchema>;

const cardSchema = z.object({
  id: z.string(),
  kind: z.enum(cardKinds),
  isNew: z.boolean(),
  level: z.enum(questionLevels),
  question: questionSchema,
});
export type DrillCard = z.infer<typeof cardSchema>;

export const drillsSchema = z.object({ today: todaySchema, sets: z.array(setSchema).max(60) });

export const listDrills = endpoint("GET /api/practice/drills", {
  access: "signed-in",
  isVisibleInSeeAs: true,
  summary: "The drills with what is due in each, my daily goal and my streak",
  output: drillsSchema,
});

export const openDrill = endpoint("GET /api/practice/drills/:setId", {
  access: "signed-in",
  summary: "The cards of one round of a drill: due cards first, then new ones, without any answers",
  params: setParams,
  output: z.object({
    set: setSchema,
    today: todaySchema,
    cards: z.array(cardSchema).max(reviewCards),
  }),
});

export const revealCard = endpoint("POST /api/practice/cards/:cardId/reveal", {
  access: "signed-in",
  limit: "drill-card-by-user",
  summary: "The other side of a card, and when the card would come back after each rating",
  params: cardParams,
  output: z.object({
    key: answerKeySchema,
    dueAfter: z.record(z.enum(drillRatings), wireInstantSchema),
  }),
});

export const reviewCard = endpoint("POST /api/practice/cards/:cardId/reviews", {
  access: "signed-in",
  limit: "drill-card-by-user",
  summary: "Rate how well I knew a card that is new or due. A review that is sent twice counts once",
  params: cardParams,
  body: z.strictObject({
    id: idSchema,
    rating: z.enum(drillRatings, "Rate the card with again, hard, good or easy."),
    /** For a code card: all its tests, visible and hidden. */
    tests: testCountSchema.nullable().default(null),
  }),
  output: z.object({
    dueAt: wireInstantSchema,
    /** The server's time, because the clock of the browser can be wrong. */
    now: wireInstantSchema,
    today: todaySchema,
  }),
});

export const setDrillGoal = endpoint("PUT /api/practice/drill-goal", {
  access: "signed-in",
  limit: "practice-by-user",
  summary: "How many cards I want to do a day",
  body: z.strictObject({
    cards: z
      .int("The goal must be a whole number of cards.")
      .min(goalCards.least, `The goal can be ${goalCards.least} cards or more.`)
      .max(goalCards.most, `The goal can be at most ${goalCards.most} cards.`),
  }),
  output: messageSchema,
});
