import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { writeFeedbackReport } from "@greenroom/contract/feedback.ts";
import { rubricSchema } from "@greenroom/contract/rubrics/rubric.ts";
import {
  type AreaName,
  areaNames,
  areasOf,
  type Track,
  trackLabels,
  trackNames,
  trackOfRole,
} from "@greenroom/contract/rubrics/tracks.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useState } from "react";
import type { Resolver } from "react-hook-form";
import type { z } from "zod";
import { callOnce } from "../../../api/call-once.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { FormDraft, useHadDraft, useRemoveDraft } from "../../../session/drafts/form-draft.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { GoalList } from "../../goals/goal-list.tsx";
import { AbsentNote } from "./absent-note.tsx";
import { AreaFields } from "./area-fields.tsx";
import { MomentPanel } from "./moment-panel.tsx";
import { PrefillFeedback } from "./prefill-feedback.tsx";
import { RoomNotes } from "./room-notes.tsx";
import { useWritingTime } from "./use-writing-time.ts";

interface Answers {
  track: Track;
  areas: { area: AreaName; score?: number; notes: string }[];
  questions: string;
  summary: string;
  nextSteps: string;
}

const messages = {
  failed: "❌ Failed to upload feedback file.",
  network: "⚠️ Network error uploading file.",
} as const;

const draftFields = ["track", "areas", "questions", "summary", "nextSteps"];

interface WriteFeedbackModalProps {
  booking: InterviewerBooking;
  /** "Meera Iyer, Fri 20 Nov": the interview that the feedback is for. */
  about: string;
  /** Reports that the interviewee did not come, instead of feedback; null if that is not possible. */
  noShowAction: ReactNode;
  onClose: () => void;
  /** Called with the server's message, and awaited before the form counts as sent. */
  onWritten: (msg: string) => Promise<void>;
}

/**
 * The form for the mentor's feedback, from which the server generates the PDF. A draft is kept until it is sent.
 */
export function WriteFeedbackModal({
  booking,
  about,
  noShowAction,
  onClose,
  onWritten,
}: WriteFeedbackModalProps) {
  const { _id: bookingId, goal } = booking;
  const draftName = `report-${bookingId}`;
  const removeDraft = useRemoveDraft(draftName);
  const hadDraft = useHadDraft(draftName);
  const reportWritingTime = useWritingTime(bookingId);
  const [activeIndex, setActiveIndex] = useState(0);

  async function send(answers: Answers) {
    const body = answers as z.input<typeof rubricSchema>;
    const { msg } = await callOnce(writeFeedbackReport, { params: { bookingId }, body });
    removeDraft();
    reportWritingTime();
    await onWritten(msg);
  }

  return (
    <Modal open width="double" title="Write Feedback" description={about} onClose={onClose}>
      <AbsentNote booking={booking} noShowAction={noShowAction} />
      {goal !== null && (
        <section aria-label="Their goal" className="mb-5 rounded-sm bg-sunk px-4 py-3">
          <h3 className="mb-1 text-lg">Their goal</h3>
          <GoalList goal={goal} />
        </section>
      )}
      <Form<Answers>
        className="lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:gap-x-8"
        defaultValues={{
          track: trackOfRole(goal?.role ?? ""),
          areas: areaNames.map((area) => ({ area, notes: "" })),
          questions: "",
          summary: "",
          nextSteps: "",
        }}
        resolver={zodResolver(rubricSchema) as unknown as Resolver<Answers>}
        failureMessage={(error) => errorMessage(error, messages)}
        onSubmit={send}
      >
        {(form) => {
          const areas = areasOf(form.watch("track"));
          return (
            <>
              <FormDraft name={draftName} fields={draftFields} />
              <aside className="grid content-start gap-6 lg:sticky lg:top-0 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start">
                <MomentPanel
                  bookingId={bookingId}
                  areas={areas}
                  activeIndex={activeIndex}
                  onChooseArea={setActiveIndex}
                />
                <RoomNotes bookingId={bookingId} />
              </aside>
              <div className="grid gap-4 lg:col-start-1">
                <p className="text-sm text-ink-2">
                  We make the PDF from what you write here. You can send it once: your interviewee can read it
                  right away, and your earning is credited.
                </p>
                <SelectField name="track" label="Role">
                  {trackNames.map((track) => (
                    <option key={track} value={track}>
                      {trackLabels[track]}
                    </option>
                  ))}
                </SelectField>
                {/* A draft was filled in before, and its interviewer may have deleted some of it. */}
                {!hadDraft && <PrefillFeedback bookingId={bookingId} />}
                <p className="hidden text-sm text-ink-2 pointer-fine:block">
                  On a score, press 1 to 5 to choose it.
                </p>
                {areas.map((area, index) => (
                  <AreaFields
                    key={area.name}
                    area={area}
                    index={index}
                    onActive={() => setActiveIndex(index)}
                  />
                ))}
                <div className="grid gap-4 border-t border-line pt-4">
                  <TextAreaField
                    name="summary"
                    label="Summary"
                    hint="What went well, and what to practice next."
                    rows={5}
                    required
                  />
                  <TextAreaField name="nextSteps" label="Next steps" hint="One per line." rows={3} optional />
                  <TextAreaField
                    name="questions"
                    label="Questions asked"
                    hint="One per line."
                    rows={4}
                    required
                  />
                </div>
              </div>
              <div className="flex flex-wrap justify-end gap-3 lg:col-start-1">
                <Button variant="quiet" onClick={onClose}>
                  Cancel
                </Button>
                <SubmitButton pendingLabel="Making the PDF…">Send Feedback</SubmitButton>
              </div>
            </>
          );
        }}
      </Form>
    </Modal>
  );
}
