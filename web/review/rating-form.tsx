import { giveFeedback, listFeedback } from "@greenroom/contract/review/feedback.ts";
import { ratingLabels } from "@greenroom/contract/review/tracks.ts";
import { type Booking, listAllBookings, listBookings } from "@greenroom/contract/schedule/bookings.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type InfiniteData, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import type { z } from "zod";
import { callOnce } from "../api/calls.ts";
import { ApiError, errorMessage, type ListPage } from "../api/client.ts";
import { pagesKeyFor, queryKeyFor } from "../api/query-client.tsx";
import { TextAreaField } from "../forms/fields.tsx";
import { Form, SubmitButton } from "../forms/form.tsx";
import { RatingField } from "../forms/rating-field.tsx";
import { FormDraft, useRemoveDraft } from "../session/form-draft.tsx";
import { Button } from "../ui/button.tsx";
import type { Notice } from "../ui/status.tsx";

const answersSchema = giveFeedback.body.pick({ interviewScore: true, overallSummary: true });
type Answers = z.infer<typeof answersSchema>;

const messages = {
  failed: "Failed to submit feedback.",
  network: "❌ Network error submitting feedback.",
} as const;

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
  const ratingCache = useRatingCache();
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
        resolver={zodResolver(answersSchema)}
        failureMessage={(error) => errorMessage(error, messages)}
        onSubmit={async (values) => {
          const { _id: bookingId, interviewerId, startTime: interviewDate } = booking;
          const body = { ...values, bookingId, interviewerId: interviewerId._id, interviewDate };
          try {
            await callOnce(giveFeedback, { body });
          } catch (error) {
            // The rating was sent before, from another window or by an attempt whose response was lost. The first
            // one counts.
            if (!(error instanceof ApiError && error.code === "already_given")) throw error;
            removeDraft();
            await ratingCache.refresh();
            return onDone({ message: error.msg, tone: "wait" });
          }
          removeDraft();
          ratingCache.write(bookingId, values);
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

interface SubmittedRating {
  interviewScore: number;
  overallSummary: string;
}

/** Updates the cached data that a rating changes, before the server is asked again. */
export function useRatingCache() {
  const queryClient = useQueryClient();
  return useMemo(() => {
    async function refresh() {
      await Promise.all(
        [listAllBookings, listBookings, listFeedback].map((endpoint) =>
          queryClient.invalidateQueries({ queryKey: queryKeyFor(endpoint) }),
        ),
      );
    }

    function setRating(bookingId: string, { interviewScore, overallSummary }: SubmittedRating) {
      queryClient.setQueriesData<InfiniteData<ListPage<Booking[]>>>(
        { queryKey: pagesKeyFor(listAllBookings) },
        (bookings) =>
          bookings && {
            ...bookings,
            pages: bookings.pages.map((page) => ({
              ...page,
              output: page.output.map((booking) =>
                booking._id === bookingId
                  ? { ...booking, feedback: { interviewScore, overallSummary } }
                  : booking,
              ),
            })),
          },
      );
      void refresh();
    }

    return { write: setRating, refresh };
  }, [queryClient]);
}
