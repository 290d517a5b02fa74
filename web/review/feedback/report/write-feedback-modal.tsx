import { writeFeedbackReport } from "@greenroom/contract/review/feedback.ts";
import { rubricSchema } from "@greenroom/contract/review/rubrics/rubric.ts";
import { areaNames, areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { trackOfRole } from "@greenroom/contract/schedule/goals/tracks.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { type ReactNode, useRef, useState } from "react";
import type { Resolver } from "react-hook-form";
import type { z } from "zod";
import { callOnce } from "../../../api/call-once.ts";
import { errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { goalHeadline } from "../../../schedule/goals/goal-labels.ts";
import { GoalList } from "../../../schedule/goals/goal-list.tsx";
import { FormDraft, useHadDraft, useRemoveDraft } from "../../../session/drafts/form-draft.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import { AbsentNote } from "./absent-note.tsx";
import { type Answers, feedbackDraftName } from "./answers.ts";
import { AreaFields } from "./area-fields.tsx";
import { AreaMoments } from "./area-moments.tsx";
import { MomentPanel } from "./moment-panel.tsx";
import { PrefillFeedback } from "./prefill-feedback.tsx";
import { AddFromNotes } from "./private-notes/add-from-notes.tsx";
import { RoomNotes } from "./private-notes/room-notes.tsx";
import { RoleField } from "./role/role-field.tsx";
import { missedParts } from "./sending/missing-parts.ts";
import { PreviewModal } from "./sending/preview-modal.tsx";
import { SendBar } from "./sending/send-bar.tsx";
import { StepSuggestions } from "./steps/step-suggestions.tsx";
import { useWritingTime } from "./use-writing-time.ts";

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
  const { firstName } = booking.userId;
  const draftName = feedbackDraftName(bookingId);
  const removeDraft = useRemoveDraft(draftName);
  const hadDraft = useHadDraft(draftName);
  const reportWritingTime = useWritingTime(bookingId);
  const [activeIndex, setActiveIndex] = useState(0);
  const [isInSummary, setInSummary] = useState(false);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [isAsking, setAsking] = useState(false);
  const mayBeIncomplete = useRef(false);
  const isFillingIn = useRef(false);
  const [preview, setPreview] = useState<Answers | null>(null);
  // As wide as `lg`, where the moments stand beside the form.
  const isWide = useMediaQuery("(min-width: 64rem)");

  function goToArea(index: number) {
    setActiveIndex(index);
    setInSummary(false);
  }

  async function send(answers: Answers) {
    if (!mayBeIncomplete.current && missedParts(answers, areasOf(answers.track)).length > 0) {
      setAsking(true);
      return;
    }
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
        <details open={isWide} className="group mb-4 rounded-sm bg-sunk px-4 py-2">
          <summary className="min-h-8 content-center break-words">
            <b className="font-semibold">Their goal</b>
            <span className="group-open:hidden">: {goalHeadline(goal)}</span>
          </summary>
          <GoalList goal={goal} className="mt-1 mb-1" />
        </details>
      )}
      <Form<Answers>
        className="lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:gap-x-8 [&_:is(input,textarea,select,button)]:scroll-mb-20"
        endClassName="sticky -bottom-6 z-10 -mx-6 -mb-6 grid gap-2 rounded-b-lg border-t border-line bg-card px-6 pt-3 pb-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7 lg:col-span-2"
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
        footer={
          <SendBar
            firstName={firstName}
            savedAt={savedAt}
            isAsking={isAsking}
            onPreview={setPreview}
            onClose={onClose}
            onGoBack={() => {
              mayBeIncomplete.current = false;
              setAsking(false);
            }}
            onSendAnyway={() => {
              mayBeIncomplete.current = true;
            }}
          />
        }
      >
        {(form) => {
          const areas = areasOf(form.watch("track"));
          const roomNotes = (
            <RoomNotes
              bookingId={bookingId}
              areas={areas}
              target={isInSummary ? "summary" : activeIndex}
              isFolded={!isWide}
            />
          );
          return (
            <>
              <FormDraft
                name={draftName}
                fields={draftFields}
                onSaved={setSavedAt}
                ignores={() => isFillingIn.current}
              />
              {isWide && (
                <aside className="grid content-start gap-6 self-start lg:sticky lg:top-0 lg:col-start-2 lg:row-start-1">
                  <MomentPanel
                    bookingId={bookingId}
                    areas={areas}
                    activeIndex={activeIndex}
                    onChooseArea={goToArea}
                  />
                  {roomNotes}
                </aside>
              )}
              <div className="grid gap-4 lg:col-start-1 lg:row-start-1">
                {!isWide && roomNotes}
                <RoleField bookingId={bookingId} />
                {/* A draft was filled in before, and its interviewer may have deleted some of it. */}
                {!hadDraft && <PrefillFeedback bookingId={bookingId} isFillingIn={isFillingIn} />}
                <p className="hidden text-sm text-ink-2 pointer-fine:block">
                  1–5 scores, 0: not assessed. Tab: next field.
                </p>
                {areas.map((area, index) => (
                  <AreaFields key={area.name} area={area} index={index} onActive={() => goToArea(index)}>
                    {!isWide && (
                      <>
                        <AreaMoments bookingId={bookingId} area={area} index={index} />
                        <AddFromNotes bookingId={bookingId} areas={areas} target={index} />
                      </>
                    )}
                  </AreaFields>
                ))}
                <div className="grid scroll-mt-2 gap-4 border-t border-line pt-4">
                  <div className="grid gap-2">
                    <TextAreaField
                      name="summary"
                      label="Summary"
                      hint="What went well, and what to practice next. The first paragraph becomes the headline."
                      rows={4}
                      onFocus={() => setInSummary(true)}
                      required
                    />
                    {!isWide && <AddFromNotes bookingId={bookingId} areas={areas} target="summary" />}
                  </div>
                  <div className="grid gap-2">
                    <TextAreaField
                      name="nextSteps"
                      label="Next steps"
                      hint="One per line."
                      rows={3}
                      optional
                    />
                    <StepSuggestions bookingId={bookingId} />
                  </div>
                  <TextAreaField
                    name="questions"
                    label="Questions asked"
                    hint="One per line."
                    rows={3}
                    required
                  />
                  <p className="text-sm text-ink-2">You can’t edit it after sending.</p>
                </div>
              </div>
            </>
          );
        }}
      </Form>
      {preview !== null && (
        <PreviewModal
          bookingId={bookingId}
          answers={preview}
          firstName={firstName}
          onClose={() => setPreview(null)}
        />
      )}
    </Modal>
  );
}
