import type { Preparation } from "./prepare.ts";
import { accountPreparations } from "./prepare-accounts.ts";
import { bookingPreparations } from "./prepare-bookings.ts";
import { deskPreparations } from "./prepare-desk.ts";
import { moneyPreparations } from "./prepare-money.ts";
import { practicePreparations } from "./prepare-practice.ts";
import { roomPreparations } from "./prepare-rooms.ts";

const all: Record<string, Preparation> = {
  ...accountPreparations,
  ...bookingPreparations,
  ...deskPreparations,
  ...moneyPreparations,
  ...practicePreparations,
  ...roomPreparations,
};

/** For an operation that random input does not reach, because no earlier call leaves the state that it needs. */
export function findPreparation(name: string): Preparation | undefined {
  const [, action] = /^(.*)\/preview$/.exec(name) ?? [];
  const prepare = all[name];
  if (prepare !== undefined || action === undefined) return prepare;
  return all[action];
}
