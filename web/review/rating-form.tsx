import { ratingLabels } from "@greenroom/contract/review/tracks.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useEffect, useRef } from "react";
import { callOnce } from "../api/calls.ts";
import { ApiError, errorMessage } from "../api/client.ts";
import type { EndpointName } from "../api/endpoints.ts";
import { useReload } from "../api/query-client.tsx";
import { TextAreaField } from "../forms/fields.tsx";
import { Form, lateResolver, SubmitButton } from "../forms/form.tsx";
import { RatingField } from "../forms/rating-field.tsx";
import { FormDraft } from "../session/form-draft.tsx";
import { useRemoveDraft } from "../session/use-draft.ts";
import { Button } from "../ui/button.tsx";
import type { Notice } from "../ui/status.tsx";

interface Answers {
  interviewScore: number;
  overallSummary: string;
}

const resolver = lateResolver(async () => (await import("./resolvers.ts")).ratingResolver);

const messages = {
  failed: "Failed to submit feedback.",
  network: "❌ Network error submitting feedback.",
} as const;

const ratedEndpoints: readonly EndpointName[] = [
  "GET /api/user/sessions",
  "GET /api/user/bookings",
  "GET /api/user/feedback",
];

interface RatingFormProps {
  id: string;
  booking: Booking;
  onCancel: () => void;
  /** Called with a message after the rating was sent. */
  onDone: (notice: Notice) => void;
}

/** The interviewee's rating of a session, given once. A draft is kept until it is sent. */
export function RatingForm({ id, booking, onCancel, onDone }: RatingFormProps) {
  const draftName = `feedback-${booking._id}`;
  const removeDraft = useRemoveDraft(draftName);
  const reload = useReload(ratedEndpoints);
  const sectionRef = useRef<HTMLElement>(null);
  useEffect(() => sectionRef.current?.focus(), []);

  return (
    <section
      ref={sectionRef}
      id={id}
      tabIndex={-1}
      aria-label="Give feedback"
      className="border-t border-line pt-4 outline-none"
    >
      <Form<Answers>
        defaultValues={{ overallSummary: "" }}
        resolver={resolver}
        failureMessage={(error) => errorMessage(error, messages)}
        onSubmit={async (values) => {
          const { _id: bookingId, interviewerId, startTime: interviewDate } = booking;
          const body = { ...values, bookingId, interviewerId: interviewerId._id, interviewDate };
          try {
            await callOnce("POST /api/user/feedback", { body });
          } catch (error) {
            // The rating was sent before, from another window or by an attempt whose response was lost. The first
            // one counts.
            if (!(error instanceof ApiError && error.code === "already_given")) throw error;
            removeDraft();
            await reload();
            return onDone({ message: error.msg, tone: "wait" });
          }
          removeDraft();
          await reload();
          onDone({ message: "✅ Feedback submitted successfully!", tone: "good" });
        }}
      >
        <FormDraft name={draftName} fields={["interviewScore", "overallSummary"]} />
        <p className="text-sm text-ink-2">
          {booking.interviewerId.firstName} sees your rating and what you write.
        </p>
        <RatingField name="interviewScore" legend="How was the interview?" labels={ratingLabels} />
        <TextAreaField
          name="overallSummary"
          label="Overall summary"
          hint="What helped, and what you would have liked more of."
          rows={4}
          required
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton pendingLabel="Sending your feedback…">Submit Feedback</SubmitButton>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}
