import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { rubricAreas, rubricSchema, writeFeedbackReport } from "@greenroom/contract/feedback.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "zod";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { RatingField } from "../../../forms/rating-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { FormDraft, useForgetDraft } from "../../accounts/form-draft.tsx";
import { RoomNotes } from "./room-notes.tsx";

type Answers = z.input<typeof rubricSchema>;

const sentences = {
  failed: "❌ Failed to upload feedback file.",
  network: "⚠️ Network error uploading file.",
} as const;

const empty = {
  problemSolving: { notes: "" },
  mlKnowledge: { notes: "" },
  coding: { notes: "" },
  communication: { notes: "" },
  questions: "",
  summary: "",
};
const fields = Object.keys(empty);

interface ReportModalProps {
  booking: InterviewerBooking;
  /** "Meera Iyer, Fri 20 Nov": whose feedback it will be. */
  about: string;
  onClose: () => void;
  /** Awaited before the form counts as sent. */
  onWritten: () => Promise<void>;
}

/** The mentor's feedback as a form, of which the PDF is made. What is typed stays until it was sent. */
export function ReportModal({ booking, about, onClose, onWritten }: ReportModalProps) {
  const draft = `report-${booking._id}`;
  const forget = useForgetDraft(draft);
  return (
    <Modal open width="double" title="Write Feedback" description={about} onClose={onClose}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:gap-8">
        <RoomNotes bookingId={booking._id} />
        <Form<Answers>
          defaultValues={empty}
          resolver={zodResolver(rubricSchema)}
          failureMessage={(error) => messageOf(error, sentences)}
          onSubmit={async (body) => {
            await call(writeFeedbackReport, { params: { bookingId: booking._id }, body });
            forget();
            await onWritten();
          }}
        >
          <FormDraft name={draft} fields={fields} />
          <p className="text-sm text-ink-2">
            The PDF is made of what you write here. It is sent once: your interviewee can read it at once, and
            the earning is credited.
          </p>
          {rubricAreas.map(({ name, label }) => (
            <section key={name} aria-label={label} className="grid gap-3 border-t border-line pt-4">
              <RatingField name={`${name}.score`} legend={label} />
              <TextAreaField
                name={`${name}.notes`}
                label={`Notes on ${label.replace(/^[PC]/, (letter) => letter.toLowerCase())}`}
                rows={3}
                optional
              />
            </section>
          ))}
          <div className="grid gap-4 border-t border-line pt-4">
            <TextAreaField name="questions" label="Questions asked" hint="One a line." rows={4} required />
            <TextAreaField
              name="summary"
              label="Summary"
              hint="What went well, and what to practise next."
              rows={5}
              required
            />
          </div>
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="quiet" onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton pendingLabel="Making the PDF…">Send Feedback</SubmitButton>
          </div>
        </Form>
      </div>
    </Modal>
  );
}
