import { z } from "zod";
import { endpoint, idSchema, messageSchema } from "../kernel/endpoint.ts";
import { timeZoneSchema, wireInstantSchema } from "../kernel/instants.ts";
import { slotMinutes } from "../kernel/time.ts";

/** How many weeks ahead a rule generates slots. */
export const generatedWeeksAhead = 8;

/** A calendar day without a zone, `2026-11-20`, in the years that the product supports. */
export const daySchema = z.iso
  .date({ error: "Choose a date." })
  .refine((day) => day >= "2000-01-01" && day < "2200-01-01", "This date is out of range.");

const wallTimeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Choose a time.");

/** The minutes since midnight of a wall-clock time; `24:00` is the end of the day. */
export function minutesOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** A time range of a day, filled with consecutive slots from its start. */
export const dayWindowSchema = z
  .strictObject({ from: wallTimeSchema, to: z.union([wallTimeSchema, z.literal("24:00")], "Choose a time.") })
  .refine(({ from, to }) => minutesOfDay(from) < minutesOfDay(to), {
    path: ["to"],
    error: "Hours must end on the day they begin. To go past midnight, end at midnight and add the next day.",
  })
  .refine(({ from, to }) => minutesOfDay(to) - minutesOfDay(from) >= slotMinutes, {
    path: ["to"],
    error: `A slot is ${slotMinutes} minutes long, so these hours are too short.`,
  });
export type DayWindow = z.infer<typeof dayWindowSchema>;

/** The starts of the slots in these hours, in minutes of the day: back to back in each window. */
export function slotStartMinutes(windows: readonly DayWindow[]): number[] {
  return windows
    .flatMap(({ from, to }) => {
      const first = minutesOfDay(from);
      const count = Math.floor((minutesOfDay(to) - first) / slotMinutes);
      return Array.from({ length: Math.max(0, count) }, (_, index) => first + index * slotMinutes);
    })
    .sort((a, b) => a - b);
}

const weekdaySchema = z.number().int().min(1, "Choose a day.").max(7, "Choose a day.");

function isDistinct(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

function doNotOverlap(windows: readonly DayWindow[]): boolean {
  const sorted = [...windows].sort((a, b) => minutesOfDay(a.from) - minutesOfDay(b.from));
  return sorted.every((window, index) => {
    const next = sorted[index + 1];
    return next === undefined || minutesOfDay(window.to) <= minutesOfDay(next.from);
  });
}

export const weeklyRuleFieldsSchema = z
  .strictObject({
    /** ISO 8601: Monday is 1. */
    weekdays: z
      .array(weekdaySchema, { error: "Choose at least one day." })
      .min(1, "Choose at least one day.")
      .max(7)
      .refine(isDistinct, "A day can be chosen once."),
    windows: z
      .array(dayWindowSchema)
      .min(1, "Add the hours of your day.")
      .max(6, "A day can have at most 6 stretches of hours.")
      .refine(doNotOverlap, "These hours overlap."),
    timeZone: timeZoneSchema,
    startsOn: daySchema,
    endsOn: daySchema.nullable(),
    /** Dates that the rule skips. */
    exceptions: z
      .array(daySchema)
      .max(100, "A rule can skip at most 100 dates.")
      .refine(isDistinct, "A date can be skipped only once."),
    minimumNoticeHours: z
      .number({ error: "Enter a number of hours." })
      .int("Enter whole hours.")
      .min(0, "Notice cannot be negative.")
      .max(336, "Notice can be at most 336 hours, two weeks."),
    /** Null: as many as fit. */
    mostPerDay: z
      .number({ error: "Enter a number of slots." })
      .int("Enter a whole number.")
      .min(1, "At least one slot a day.")
      .max(32, "A day holds at most 32 slots.")
      .nullable(),
  })
  .refine(({ startsOn, endsOn }) => endsOn === null || endsOn >= startsOn, {
    path: ["endsOn"],
    error: "The last day must not be before the first.",
  });
export type WeeklyRuleFields = z.infer<typeof weeklyRuleFieldsSchema>;

export const weeklyRuleSchema = z.object({
  ...weeklyRuleFieldsSchema.shape,
  _id: idSchema,
  /** Future slots of this rule: open, and booked. */
  openSlots: z.number().int(),
  bookedSlots: z.number().int(),
});
export type WeeklyRule = z.infer<typeof weeklyRuleSchema>;

/** How a change of a rule or of time off changed the calendar. */
const slotChangesSchema = z.object({ added: z.number().int(), removed: z.number().int() });

export const listWeeklyRules = endpoint("GET /api/interviewer/weekly-rules", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My weekly hours, oldest first",
  output: z.array(weeklyRuleSchema),
});

export const addWeeklyRule = endpoint("POST /api/interviewer/weekly-rules", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Add weekly hours; slots are created eight weeks ahead at once",
  status: 201,
  body: weeklyRuleFieldsSchema,
  output: slotChangesSchema.extend({ rule: weeklyRuleSchema }),
});

export const updateWeeklyRule = endpoint("PUT /api/interviewer/weekly-rules/:id", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Change weekly hours; booked slots stay as they are",
  body: weeklyRuleFieldsSchema,
  output: slotChangesSchema.extend({ rule: weeklyRuleSchema }),
});

export const deleteWeeklyRule = endpoint("DELETE /api/interviewer/weekly-rules/:id", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Delete weekly hours and their open slots; booked slots stay as they are",
  output: messageSchema,
});

/** An interview during the time off, which stays booked. */
const bookedInterviewSchema = z.object({
  _id: idSchema,
  startTime: wireInstantSchema,
  endTime: wireInstantSchema,
  userId: z.object({ _id: idSchema, firstName: z.string(), lastName: z.string(), email: z.string() }),
});

export const timeOffSchema = z.object({
  _id: idSchema,
  firstDay: daySchema,
  lastDay: daySchema,
  timeZone: z.string(),
  /** The interviewer must handle these: we never cancel an interview without asking. */
  booked: z.array(bookedInterviewSchema),
});
export type TimeOff = z.infer<typeof timeOffSchema>;

export const timeOffFieldsSchema = z
  .strictObject({ firstDay: daySchema, lastDay: daySchema, timeZone: timeZoneSchema })
  .refine(({ firstDay, lastDay }) => lastDay >= firstDay, {
    path: ["lastDay"],
    error: "The last day must not be before the first.",
  })
  .refine(({ firstDay, lastDay }) => Date.parse(lastDay) - Date.parse(firstDay) <= 366 * 86_400_000, {
    path: ["lastDay"],
    error: "Time off can be at most a year.",
  });

export const listTimeOff = endpoint("GET /api/interviewer/time-off", {
  access: "interviewer",
  isVisibleInSeeAs: true,
  summary: "My days off that are not over, soonest first, with the interviews that remain in them",
  output: z.array(timeOffSchema),
});

export const addTimeOff = endpoint("POST /api/interviewer/time-off", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "Take days off: removes open slots, lists booked ones",
  status: 201,
  body: timeOffFieldsSchema,
  output: slotChangesSchema.extend({ timeOff: timeOffSchema }),
});

export const deleteTimeOff = endpoint("DELETE /api/interviewer/time-off/:id", {
  access: "interviewer",
  limit: "edit-by-user",
  summary: "End days off; weekly hours create their slots again",
  output: slotChangesSchema,
});
