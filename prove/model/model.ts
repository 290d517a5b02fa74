import { addMinutes, slotMinutes } from "@greenroom/contract/kernel/time.ts";

/* The expected state, without a database: people with credits, slots and bookings in plain objects. */

/** The default of GREENROOM_CANCEL_NOTICE_HOURS. */
const noticeHours = 12;

export type Status = "pending" | "completed" | "cancelled" | "no_show_interviewer";

export interface ModelBooking {
  id: string;
  person: number;
  interviewer: number;
  startsAt: Date;
  status: Status;
  isRated: boolean;
}

export interface ModelSlot {
  id: string;
  interviewer: number;
  startsAt: Date;
  isBooked: boolean;
}

export class Model {
  now: Date;
  readonly balances: number[];
  slots: ModelSlot[] = [];
  readonly bookings: ModelBooking[] = [];

  constructor(now: Date, people: number) {
    this.now = now;
    this.balances = Array.from({ length: people }, () => 0);
  }

  findSlot(interviewer: number, startsAt: Date): ModelSlot | undefined {
    return this.slots.find((slot) => slot.interviewer === interviewer && isSame(slot.startsAt, startsAt));
  }

  mayOffer(interviewer: number, startsAt: Date): boolean {
    const overlaps = this.slots.some(
      (slot) => slot.interviewer === interviewer && overlap(slot.startsAt, startsAt),
    );
    return startsAt > this.now && !overlaps;
  }

  /** `besides`: the booking that is moved, which does not conflict with itself. */
  isFree(person: number, startsAt: Date, besides?: ModelBooking): boolean {
    return !this.bookings.some(
      (booking) =>
        booking !== besides &&
        booking.person === person &&
        booking.status !== "cancelled" &&
        overlap(booking.startsAt, startsAt),
    );
  }

  mayTake(person: number, slot: ModelSlot | undefined, besides?: ModelBooking): slot is ModelSlot {
    return (
      slot !== undefined &&
      !slot.isBooked &&
      slot.startsAt > this.now &&
      this.isFree(person, slot.startsAt, besides)
    );
  }

  isInTime({ startsAt }: ModelBooking): boolean {
    return this.now <= addMinutes(startsAt, -60 * noticeHours);
  }

  isOver({ startsAt }: ModelBooking): boolean {
    return addMinutes(startsAt, slotMinutes) <= this.now;
  }

  slotOf({ interviewer, startsAt }: ModelBooking): ModelSlot {
    const slot = this.findSlot(interviewer, startsAt);
    if (slot === undefined) throw new Error("a booking of the model has no slot");
    return slot;
  }

  remove(slot: ModelSlot): void {
    this.slots = this.slots.filter((other) => other !== slot);
  }

  /** Returns the interviews that both people hold meanwhile. */
  wait(hours: number): ModelBooking[] {
    this.now = addMinutes(this.now, 60 * hours);
    const held = this.bookings.filter((booking) => booking.status === "pending" && this.isOver(booking));
    for (const booking of held) booking.status = "completed";
    return held;
  }
}

function isSame(a: Date, b: Date): boolean {
  return a.getTime() === b.getTime();
}

function overlap(a: Date, b: Date): boolean {
  return Math.abs(a.getTime() - b.getTime()) < slotMinutes * 60_000;
}
