import type { Booking } from "@greenroom/contract/bookings.ts";
import { giveFeedback } from "@greenroom/contract/feedback.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef } from "react";
import type { z } from "zod";
import { call } from "../../../api/client.ts";
import { ApiError, messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { RatingField } from "../../../forms/rating-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { FormDraft, useForgetDraft } from "../../accounts/form-draft.tsx";
import { useFeedbackLists } from "../use-feedback-lists.ts";

const answers = giveFeedback.body.pick({ interviewScore: true, overallSummary: true });
type Answers = z.infer<typeof answers>;

const sentences = {
  failed: "Failed to submit feedback.",
  network: "❌ Network error submitting feedback.",
} as const;

interface GiveFeedbackFormProps {
  id: string;
  booking: Booking;
  onCancel: () => void;
  /** Called with what there is to say once this session has its feedback. */
  onDone: (message: string) => void;
}

/** The interviewee's word on a session, given once. What is typed stays until it was sent. */
export function GiveFeedbackForm({ id, booking, onCancel, onDone }: GiveFeedbackFormProps) {
  const draft = `feedback-${booking._id}`;
  const forget = useForgetDraft(draft);
  const lists = useFeedbackLists();
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);

  return (
    <section
      ref={box}
      id={id}
      tabIndex={-1}
      aria-label="Give feedback"
      className="border-t border-line pt-4 outline-none"
    >
      <Form<Answers>
        defaultValues={{ overallSummary: "" }}
        resolver={zodResolver(answers)}
        failureMessage={(error) => messageOf(error, sentences)}
        onSubmit={async (given) => {
          const { _id: bookingId, interviewerId, startTime: interviewDate } = booking;
          const body = { ...given, bookingId, interviewerId: interviewerId._id, interviewDate };
          try {
            await call(giveFeedback, { body });
          } catch (error) {
            // Sent before, from another window or by a try whose answer was lost: what was said then is what counts.
            if (!(error instanceof ApiError && error.code === "already_given")) throw error;
            forget();
            await lists.refresh();
            return onDone(error.msg);
          }
          forget();
          lists.write(bookingId, given);
          onDone("✅ Feedback submitted successfully!");
        }}
      >
        <FormDraft name={draft} fields={["interviewScore", "overallSummary"]} />
        <RatingField name="interviewScore" legend="How was the interview?" />
        <TextAreaField
          name="overallSummary"
          label="Overall summary"
          hint="What helped, and what you would have liked more of. Your interviewer reads it."
          rows={4}
          required
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton pendingLabel="Sending your feedback…">Submit Feedback</SubmitButton>
          <Button look="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </section>
  );
}
