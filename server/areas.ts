import { addMinutes } from "@greenroom/contract/core/time.ts";
import type { Deps, Facts, PersonalData } from "./deps.ts";
import { eraseAvailability } from "./domains/availability/erase-availability.ts";
import { clearSlotCache } from "./domains/availability/slot-cache.ts";
import { eraseGoals } from "./domains/bookings/goal/set-goal.ts";
import { eraseFeed } from "./domains/calendar-feed/calendar-feed.ts";
import { readOwnPads } from "./domains/code-pads/read-pad.ts";
import { eraseContactMessages } from "./domains/contact/erase-messages.ts";
import { eraseFromLedger } from "./domains/credits/erase-reasons.ts";
import { eraseDrills } from "./domains/drills/erase-drills.ts";
import { eraseScores } from "./domains/feedback/erase-scores.ts";
import { eraseFromApprovals } from "./domains/operator/approvals/erase-address.ts";
import { erasePayoutDetails } from "./domains/payouts/details/payout-details.ts";
import { erasePractice } from "./domains/practice/erase-practice.ts";
import { eraseReports } from "./domains/reports/erasure/erase-reports.ts";
import { makeReport } from "./domains/reports/job-definitions.ts";
import { eraseRoomQuestions } from "./domains/room-questions/erase-room-questions.ts";
import { notifyRoomChanged } from "./domains/rooms/connections/room-events.ts";
import { eraseRoomContent } from "./domains/rooms/erase-room-content.ts";

/* What goes against the arrows between the areas (docs/architecture.md): an area gets it through `Deps`. */

export function connectFacts({ clock, config, jobs }: Pick<Deps, "clock" | "config" | "jobs">): Facts {
  return {
    bookingChanged: (tx, bookingId) => notifyRoomChanged({ clock }, tx, bookingId),
    async bookingCompleted(tx, bookingId) {
      // The report is made when the transcript can no longer be corrected.
      const startAfter = addMinutes(clock.now(), config.correctionMinutes);
      await jobs.enqueue(tx, makeReport, { bookingId }, { startAfter });
    },
    async correctionsFinished(tx, bookingId) {
      await jobs.enqueue(tx, makeReport, { bookingId });
    },
  };
}

const money: PersonalData = {
  async erase(tx, { userId, naming }) {
    await erasePayoutDetails(tx, userId);
    await eraseFromLedger(tx, userId, naming);
  },
};

const schedule: PersonalData = {
  async erase(tx, { userId, now }) {
    await eraseAvailability(tx, userId, now);
    await eraseFeed(tx, userId);
    await eraseGoals(tx, userId);
  },
  afterErasure: clearSlotCache,
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

const practice: PersonalData = {
  async erase(tx, { userId }) {
    await eraseDrills(tx, userId);
    await erasePractice(tx, userId);
  },
};

const site: PersonalData = { erase: (tx, { email }) => eraseContactMessages(tx, email) };

const desk: PersonalData = { erase: (tx, { email, naming }) => eraseFromApprovals(tx, email, naming) };

export const personalData: readonly PersonalData[] = [money, schedule, room, review, practice, site, desk];
