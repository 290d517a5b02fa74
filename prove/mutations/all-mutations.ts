import { accountLocks } from "./account-locks.ts";
import { databaseMutations } from "./database.ts";
import { deskRules } from "./desk-rules.ts";
import type { Mutation } from "./mutation.ts";
import { practiceRules } from "./practice-rules.ts";
import { reportRules } from "./report-rules.ts";
import { bookingRules, roomRules } from "./room-and-booking-rules.ts";
import { sourceMutations } from "./sources.ts";

/** Every rule that is removed, in the order of the list for people. */
export const allMutations: readonly Mutation[] = [
  ...databaseMutations,
  ...sourceMutations,
  ...accountLocks,
  ...deskRules,
  ...practiceRules,
  ...reportRules,
  ...roomRules,
  ...bookingRules,
];
