import type { Preparation } from "./prepare.ts";
import { accountPreparations } from "./prepare-accounts.ts";
import { bookingPreparations } from "./prepare-bookings.ts";
import { deskPreparations } from "./prepare-desk.ts";

const all: Record<string, Preparation> = {
  ...accountPreparations,
  ...bookingPreparations,
  ...deskPreparations,
};

/** For an operation that random input does not reach, because no earlier call leaves the state that it needs. */
export function findPreparation(name: string): Preparation | undefined {
  const [, action] = /^(.*)\/preview$/.exec(name) ?? [];
  const prepare = all[name];
  if (prepare !== undefined || action === undefined) return prepare;
  return all[action];
}
