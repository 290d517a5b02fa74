import { z } from "zod";
import { endpoint, idSchema } from "../kernel/endpoint.ts";
import { instantSchema, timeZoneSchema, wireInstantSchema } from "../kernel/instants.ts";
import { publicMentorSchema, slugSchema } from "../people/mentors.ts";
import {
  type MentorFilterName,
  maxMentorRows,
  maxMentorSlots,
  mentorFilterLabels,
  mentorFilterNames,
  mentorFilterValues,
  mentorSorts,
} from "./mentor-filters.ts";

/** A mentor by id, or by the address of their page. */
export const mentorKeySchema = z.union(
  [idSchema, slugSchema],
  "Name a mentor by their id or the address of their page.",
);

/** What we counted about a mentor. A number is null while there is nothing to count. */
export const mentorNumbersSchema = z.object({
  /** From 1 to 5. In public it is null below five ratings. */
  rating: z.object({ average: z.number(), count: z.int() }).nullable(),
  /** Interviews that took place. */
  interviews: z.int(),
  /** Of the last 50 in our room: the percentage that the mentor entered at most 2 minutes after the start. */
  onTimePercent: z.int().nullable(),
  /** Median minutes from the end of an interview to the mentor's feedback, of the last 50. */
  feedbackMinutes: z.int().nullable(),
});
export type MentorNumbers = z.infer<typeof mentorNumbersSchema>;

const slotSchema = z.object({ _id: idSchema, slotTime: wireInstantSchema });
export type MentorSlot = z.infer<typeof slotSchema>;

/** A mentor in the list. */
export const mentorCardSchema = publicMentorSchema.omit({ approach: true }).extend({
  numbers: mentorNumbersSchema,
  /** The next free times, at most three; with a day or a time, those that match. */
  slots: z.array(slotSchema).max(3),
  /** Why this mentor, without the time: `asks SQL, your weakest area`. */
  reasons: z.array(z.string()).max(3),
});
export type MentorCard = z.infer<typeof mentorCardSchema>;

/** A form sends an empty value for a filter that is not set. */
function filterSchema<const Values extends readonly string[]>(values: Values, label: string) {
  return z
    .enum(["", ...values], `${label}: choose one of the list.`)
    .transform((value) => (value === "" ? undefined : (value as Values[number])))
    .optional();
}

const limitMessage = `Ask for 1 to ${maxMentorRows} mentors.`;
const afterMessage = "This list has no such page. Start with the first one.";

const { role, level, topic, language, day, part, rating } = mentorFilterValues;
const labels = mentorFilterLabels;

export const mentorQuerySchema = z.strictObject({
  role: filterSchema(role, labels.role),
  level: filterSchema(level, labels.level),
  topic: filterSchema(topic, labels.topic),
  language: filterSchema(language, labels.language),
  day: filterSchema(day, labels.day),
  part: filterSchema(part, labels.part),
  rating: filterSchema(rating, labels.rating),
  sort: filterSchema(mentorSorts, "Order"),
  /** The zone of `day` and `part`; that of the business if omitted. */
  tz: z
    .literal("")
    .transform(() => undefined)
    .or(timeZoneSchema)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,2}$/, limitMessage)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= maxMentorRows, limitMessage)
    .optional(),
  /** How many mentors to skip, from the previous answer's `next`. */
  after: z
    .string()
    .regex(/^\d{1,5}$/, afterMessage)
    .transform(Number)
    .optional(),
});
export type MentorQuery = z.infer<typeof mentorQuerySchema>;

const filterNameSchema = z.enum(mentorFilterNames as [MentorFilterName, ...MentorFilterName[]]);

export const mentorListSchema = z.object({
  mentors: z.array(mentorCardSchema).max(maxMentorRows),
  /** How many match the filters. */
  total: z.int(),
  /** Nobody matched, so these filters were left out for `mentors`; empty otherwise. */
  dropped: z.array(filterNameSchema).max(mentorFilterNames.length),
  /** When nobody matched: how many match without one of the filters. */
  alternatives: z
    .array(z.object({ without: filterNameSchema, total: z.int() }))
    .max(mentorFilterNames.length),
  /** For each value of a filter, how many match it together with the other filters. */
  counts: z.record(filterNameSchema, z.record(z.string(), z.int())),
  /** The `after` of the next page; null on the last. */
  next: z.string().nullable(),
});
export type MentorList = z.infer<typeof mentorListSchema>;

export const listMentors = endpoint("GET /api/mentors", {
  access: "public",
  limit: "mentor-search-by-address",
  summary:
    "Mentors whom everybody may see, with filters and their counts; a signed-in interviewee's goal decides the order",
  query: mentorQuerySchema,
  output: mentorListSchema,
});

const slugMessage = "There is no such mentor.";

export const mentorPageSchema = z.object({
  mentor: publicMentorSchema,
  numbers: mentorNumbersSchema,
  /** Free times, soonest first. */
  slots: z.array(slotSchema).max(maxMentorSlots),
  /** The `from` of the next ones; null if these are all of the next 60 days. */
  next: wireInstantSchema.nullable(),
});
export type MentorPage = z.infer<typeof mentorPageSchema>;

export const getMentor = endpoint("GET /api/mentors/:slug", {
  access: "public",
  limit: "mentor-search-by-address",
  summary: "A mentor's public page with the next free times",
  params: z.strictObject({ slug: z.string(slugMessage).max(60, slugMessage) }),
  query: z.strictObject({ from: instantSchema.optional() }),
  output: mentorPageSchema,
});

export const getOwnNumbers = endpoint("GET /api/interviewer/numbers", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My numbers beside the median of all listed mentors",
  output: z.object({ own: mentorNumbersSchema, median: mentorNumbersSchema.nullable() }),
});
export type OwnNumbers = z.infer<typeof getOwnNumbers.output>;
