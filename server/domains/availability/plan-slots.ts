import { addMinutes, slotMinutes } from "@greenroom/contract/time.ts";
import { dayOf, type RuleTimes, timesOfRule } from "./rule-times.ts";

export interface WeeklyRulePlan extends RuleTimes {
  id: string;
  minimumNoticeHours: number;
  /** Nothing is laid that would make it more slots on a day, whoever made them. Null: as many as the hours hold. */
  mostPerDay: number | null;
}

/** A slot that is or was in the calendar. `removed` ones are those that their interviewer deleted by hand. */
export interface StandingSlot {
  id: string;
  ruleId: string | null;
  startsAt: Date;
  status: "available" | "booked" | "removed";
  bookableUntil: Date | null;
}

export interface PlannedSlot {
  ruleId: string;
  startsAt: Date;
  endsAt: Date;
  bookableUntil: Date | null;
}

export interface SlotPlan {
  add: PlannedSlot[];
  /** Free slots that no rule wants any more. */
  remove: string[];
  /** Free slots that stay, with another notice. */
  retime: { id: string; bookableUntil: Date | null }[];
}

interface PlanInput {
  /** In the order in which they were made: the older one takes a time that two want. */
  rules: readonly WeeklyRulePlan[];
  /** The interviewer's slots from yesterday on. */
  slots: readonly StandingSlot[];
  timeOff: readonly { startsAt: Date; endsAt: Date }[];
  now: Date;
}

/**
 * What to do so that the calendar holds what the rules say. Booked slots, slots made by hand and slots that have begun
 * are never touched, and no planned slot overlaps one of them.
 */
export function planSlots({ rules, slots, timeOff, now }: PlanInput): SlotPlan {
  const standing = slots.filter((slot) => !isLoose(slot, now));
  const taken = new TakenTimes();
  for (const { status, startsAt } of standing) if (status !== "removed") taken.add(startsAt);
  const wanted = rules.flatMap((rule) => wantedSlots(rule, { standing, timeOff, now, taken }));

  const loose = new Map(slots.filter((slot) => isLoose(slot, now)).map((slot) => [keyOf(slot), slot]));
  const plan: SlotPlan = { add: [], remove: [], retime: [] };
  for (const slot of wanted) {
    const there = loose.get(keyOf(slot));
    loose.delete(keyOf(slot));
    if (there === undefined) plan.add.push(slot);
    else if (there.bookableUntil?.getTime() !== slot.bookableUntil?.getTime())
      plan.retime.push({ id: there.id, bookableUntil: slot.bookableUntil });
  }
  plan.remove = [...loose.values()].map(({ id }) => id);
  return plan;
}

/** Free, laid by a rule and still to come: the rules may take it back. */
function isLoose(slot: StandingSlot, now: Date): boolean {
  return slot.status === "available" && slot.ruleId !== null && slot.startsAt > now;
}

function keyOf({ ruleId, startsAt }: { ruleId: string | null; startsAt: Date }): string {
  return `${ruleId} ${startsAt.getTime()}`;
}

type Surroundings = Pick<PlanInput, "timeOff" | "now"> & { standing: StandingSlot[]; taken: TakenTimes };

function wantedSlots(rule: WeeklyRulePlan, { standing, timeOff, now, taken }: Surroundings): PlannedSlot[] {
  const times = timesOfRule(rule, now);
  const own = new Map(standing.filter(({ ruleId }) => ruleId === rule.id).map((slot) => [keyOf(slot), slot]));
  const used = new Map<string, number>();
  const use = (day: string) => used.set(day, (used.get(day) ?? 0) + 1);
  if (rule.mostPerDay !== null) {
    // A day's limit counts every slot of that day, booked or free, made by hand or by an older rule; and what was deleted by
    // hand from these very hours, or the next ones would move up.
    for (const startsAt of taken.all()) use(dayOf(startsAt, rule.timeZone).toString());
    const deleted = new Set([...own.values()].filter(isDeleted).map(({ startsAt }) => startsAt.getTime()));
    for (const { day, startsAt } of times) if (deleted.has(startsAt.getTime())) use(day);
  }

  const wanted: PlannedSlot[] = [];
  for (const { day, startsAt, endsAt } of times) {
    if (own.has(keyOf({ ruleId: rule.id, startsAt }))) continue;
    if ((used.get(day) ?? 0) >= (rule.mostPerDay ?? Number.POSITIVE_INFINITY)) continue;
    if (!taken.isFree(startsAt)) continue;
    if (timeOff.some((off) => startsAt < off.endsAt && off.startsAt < endsAt)) continue;
    // Counted also when it is too late for it: a day's later hours do not move up as its first ones pass.
    use(day);
    taken.add(startsAt);
    const lastCall = addMinutes(startsAt, -60 * rule.minimumNoticeHours);
    if (lastCall <= now) continue;
    wanted.push({
      ruleId: rule.id,
      startsAt,
      endsAt,
      bookableUntil: rule.minimumNoticeHours === 0 ? null : lastCall,
    });
  }
  return wanted;
}

function isDeleted({ status }: StandingSlot): boolean {
  return status === "removed";
}

/** All slots are as long as each other, so only neighbours in a row of such lengths can overlap. */
class TakenTimes {
  readonly #starts = new Map<number, number[]>();
  readonly #length = slotMinutes * 60_000;

  add(startsAt: Date): void {
    const bucket = Math.floor(startsAt.getTime() / this.#length);
    this.#starts.set(bucket, [...(this.#starts.get(bucket) ?? []), startsAt.getTime()]);
  }

  all(): Date[] {
    return [...this.#starts.values()].flat().map((start) => new Date(start));
  }

  isFree(startsAt: Date): boolean {
    const at = startsAt.getTime();
    const bucket = Math.floor(at / this.#length);
    return [bucket - 1, bucket, bucket + 1].every((near) =>
      (this.#starts.get(near) ?? []).every((other) => Math.abs(other - at) >= this.#length),
    );
  }
}
