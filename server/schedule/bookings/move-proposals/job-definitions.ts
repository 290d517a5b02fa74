import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { z } from "zod";
import { defineJob, defineMailJob, emptyPayload } from "../../../kernel/jobs/job.ts";

/** Asks one party to answer a proposed time, or tells them that the proposal has ended without a move. */
export const mailMoveProposal = defineMailJob({
  name: "bookings.mail-move-proposal",
  payload: z.object({ proposalId: z.string(), to: z.enum(parties) }),
});

/** Ends proposals that nobody answered in time, every minute. */
export const endProposals = defineJob({
  name: "bookings.end-proposals",
  payload: emptyPayload,
  cron: "* * * * *",
});
