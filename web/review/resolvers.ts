import { giveFeedback } from "@greenroom/contract/review/feedback.ts";
import { disputeBody } from "@greenroom/contract/review/reports.ts";
import { rubricSchema } from "@greenroom/contract/review/rubric-schema.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/* The schemas of the forms about an interview, loaded when somebody starts to type. */
export const ratingResolver = zodResolver(
  giveFeedback.body.pick({ interviewScore: true, overallSummary: true }),
);
export const disputeResolver = zodResolver(disputeBody);
export const rubricResolver = zodResolver(rubricSchema);
