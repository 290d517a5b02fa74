import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { eraseFromApprovals } from "./desk/approvals/approvals.ts";
import type { Deps, Facts, PersonalData } from "./kernel/deps.ts";
import { eraseFromReasons } from "./money/credits/credits.ts";
import { erasePayoutDetails } from "./money/payouts/payout-details.ts";
import { erasePractice } from "./practice/rounds/history.ts";
import { eraseScores } from "./review/feedback/scores.ts";
import { makeReport } from "./review/reports/attempts.ts";
import { eraseReports } from "./review/reports/stored-report.ts";
import { readOwnPads } from "./room/code-pads/code-history.ts";
import { notifyRoomChanged } from "./room/connections/room-events.ts";
import { eraseRoomContent, eraseRoomQuestions } from "./room/erase.ts";
import { clearSlotCache } from "./schedule/availability/open-slots.ts";
import { eraseAvailability } from "./schedule/availability/slots.ts";
import { eraseGoals } from "./schedule/bookings/goal.ts";
import { eraseFromBookings } from "./schedule/bookings/unclear.ts";
import { eraseFeed } from "./schedule/calendar-feed.ts";
import { bookPaidSlot } from "./schedule/holds/book-paid-slot.ts";
import { eraseHolds } from "./schedule/holds/holds.ts";
import { eraseWaits } from "./schedule/holds/waits.ts";
import { eraseFavorites } from "./schedule/mentors/favorites.ts";
import { countNumbersOf, eraseNumbers } from "./schedule/mentors/numbers.ts";
import { clearSnapshot } from "./schedule/mentors/snapshot.ts";
import { eraseContactMessages } from "./site/contact.ts";

/* What goes against the arrows between the areas (docs/architecture.md): an area gets it through `Deps`. */

export function connectFacts(deps: Pick<Deps, "clock" | "config" | "jobs" | "log">): Facts {
  const { clock, config, jobs } = deps;
  return {
    paymentSettled: (tx, payment) => bookPaidSlot(deps, tx, payment),
    bookingChanged: (tx, bookingId) => notifyRoomChanged({ clock }, tx, bookingId),
    async bookingCompleted(tx, bookingId) {
      // The report is made when the transcript can no longer be corrected.
      const startAfter = addMinutes(clock.now(), config.correctionMinutes);
      await jobs.enqueue(tx, makeReport, { bookingId }, { startAfter });
      await jobs.enqueue(tx, countNumbersOf, { bookingId });
    },
  };
}

const money: PersonalData = {
  async erase(tx, { userId, naming }) {
    await erasePayoutDetails(tx, userId);
    await eraseFromReasons(tx, userId, naming);
  },
};

const schedule: PersonalData = {
  async erase(tx, { userId, naming, now }, deps) {
    // Waits first: no slot is offered to somebody whose holds have ended.
    await eraseWaits(tx, userId);
    await eraseHolds(deps, tx, userId);
    await eraseAvailability(tx, userId, now);
    await eraseFromBookings(tx, userId, naming);
    await eraseFeed(tx, userId);
    await eraseGoals(tx, userId);
    await eraseNumbers(tx, userId);
    await eraseFavorites(tx, userId);
  },
  afterErasure(deps) {
    clearSlotCache(deps);
    clearSnapshot(deps);
  },
};

const room: PersonalData = {
  async erase(tx, { userId }) {
    await eraseRoomContent(tx, userId);
    await eraseRoomQuestions(tx, userId);
  },
  // Both parties wrote these rows, so they refer to no user, and they are stored in a binary format.
  exports: { name: "sessionCode", read: readOwnPads },
};

const review: PersonalData = {
  async erase(tx, { userId }) {
    await eraseScores(tx, userId);
    await eraseReports(tx, userId);
  },
};

const practice: PersonalData = { erase: (tx, { userId }) => erasePractice(tx, userId) };

const site: PersonalData = { erase: (tx, { email }) => eraseContactMessages(tx, email) };

const desk: PersonalData = { erase: (tx, { email, naming }) => eraseFromApprovals(tx, email, naming) };

export const personalData: readonly PersonalData[] = [money, schedule, room, review, practice, site, desk];
