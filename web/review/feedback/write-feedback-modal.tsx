import { inSentence } from "@greenroom/contract/review/rubric.ts";
import type { rubricSchema } from "@greenroom/contract/review/rubric-schema.ts";
import { areaNames, areasOf } from "@greenroom/contract/review/tracks.ts";
import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { trackOfRole } from "@greenroom/contract/schedule/goals.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { Resolver } from "react-hook-form";
import type { z } from "zod";
import { callOnce } from "../../api/calls.ts";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { useSite } from "../../app/page-data.ts";
import { TextAreaField } from "../../forms/fields.tsx";
import { Form, lateResolver } from "../../forms/form.tsx";
import { PdfPicker, usePdfUpload } from "../../people/pdf-upload.tsx";
import { isRecordKept } from "../../room/record/record-text.tsx";
import { GoalList, goalHeadline } from "../../schedule/goals/goal-list.tsx";
import { isExternalMeeting } from "../../schedule/join-meeting.tsx";
import { FormDraft } from "../../session/form-draft.tsx";
import { useHadDraft, useRemoveDraft } from "../../session/use-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { AreaFields, PrefillFeedback, RoleField, StepSuggestions } from "./feedback-fields.tsx";
import { type Answers, feedbackDraftName } from "./feedback-form.ts";
import { AddFromInterview, RoomNotes } from "./from-interview.tsx";
import { missedParts, PreviewModal, SendBar } from "./send-bar.tsx";

const resolver = lateResolver(
  async () => (await import("../resolvers.ts")).rubricResolver as unknown as Resolver<Answers>,
);
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

/** The form from which the server makes the mentor's PDF. A draft is kept until it is sent. */
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
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [isAsking, setAsking] = useState(false);
  const mayBeIncomplete = useRef(false);
  const isFillingIn = useRef(false);
  const [preview, setPreview] = useState<Answers | null>(null);

  async function send(answers: Answers) {
    if (!mayBeIncomplete.current && missedParts(answers, areasOf(answers.track)).length > 0) {
      setAsking(true);
      return;
    }
    const body = answers as z.input<typeof rubricSchema>;
    const { msg } = await callOnce("POST /api/interviewer/feedback-report/:bookingId", {
      params: { bookingId },
      body,
    });
    removeDraft();
    await onWritten(msg);
  }

  return (
    <Modal open width="wide" title="Write Feedback" description={about} onClose={onClose}>
      <AbsentNote booking={booking} noShowAction={noShowAction} />
      {goal !== null && (
        <details className="group mb-4 rounded-sm bg-sunk px-4 py-2">
          <summary className="min-h-8 content-center break-words">
            <b className="font-semibold">Their goal</b>
            <span className="group-open:hidden">: {goalHeadline(goal)}</span>
          </summary>
          <GoalList goal={goal} className="mt-1 mb-1" />
        </details>
      )}
      <Form<Answers>
        className="[&_:is(input,textarea,select,button)]:scroll-mb-20"
        endClassName="sticky -bottom-6 z-10 -mx-6 -mb-6 grid gap-2 rounded-b-lg border-t border-line bg-card px-6 pt-3 pb-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7"
        defaultValues={{
          track: trackOfRole(goal?.role ?? ""),
          areas: areaNames.map((area) => ({ area, notes: "" })),
          questions: "",
          summary: "",
          nextSteps: "",
        }}
        resolver={resolver}
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
          return (
            <>
              <FormDraft
                name={draftName}
                fields={draftFields}
                onSaved={setSavedAt}
                ignores={() => isFillingIn.current}
              />
              <div className="grid gap-4">
                <RoomNotes bookingId={bookingId} />
                <RoleField />
                {/* A draft was filled in before, and its interviewer may have deleted some of it. */}
                {!hadDraft && <PrefillFeedback bookingId={bookingId} isFillingIn={isFillingIn} />}
                <p className="hidden text-sm text-ink-2 pointer-fine:block">
                  1–5 scores, 0: not assessed. Tab: next field.
                </p>
                {areas.map((area, index) => (
                  <AreaFields key={area.name} area={area} index={index}>
                    <AddFromInterview
                      bookingId={bookingId}
                      field={`areas.${index}.notes`}
                      label={`the notes on ${inSentence(area.label)}`}
                    />
                  </AreaFields>
                ))}
                <div className="grid scroll-mt-2 gap-4 border-t border-line pt-4">
                  <div className="grid gap-2">
                    <TextAreaField
                      name="summary"
                      label="Summary"
                      hint="What went well, and what to practice next. The first paragraph becomes the headline."
                      rows={4}
                      required
                    />
                    <AddFromInterview bookingId={bookingId} field="summary" label="the summary" />
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

interface AbsentNoteProps {
  booking: InterviewerBooking;
  /** Reports a no-show; null if that is not possible. */
  noShowAction: ReactNode;
}

/**
 * Tells a mentor who is about to score that the interviewee did not enter the room. They can still send the form. An
 * interviewee who rated the interview was there.
 */
export function AbsentNote({ booking, noShowAction }: AbsentNoteProps) {
  const { _id: bookingId, userId } = booking;
  const { recordDays } = useSite();
  const { data: record } = useQuery(
    queryOptionsFor("GET /api/rooms/:id/record", { params: { id: bookingId } }),
  );
  const mayTell = booking.intervieweeFeedback === null && !isExternalMeeting(booking);
  if (!mayTell || record === undefined || !isRecordKept(record, recordDays)) return null;
  if (hasJoined(record, userId._id)) return null;
  return (
    <div className="mb-5 grid justify-items-start gap-3 rounded-sm border border-accent-line bg-accent-tint px-4 py-3">
      <p>
        {`${userId.firstName} did not enter the room.${noShowAction === null ? "" : " If nobody came, report a no-show instead."}`}
      </p>
      {noShowAction}
    </div>
  );
}

function hasJoined({ items }: Pick<RoomRecord, "items">, personId: string): boolean {
  return items.some((item) => item.kind === "joined" && item.personId === personId);
}

interface UploadFeedbackModalProps {
  booking: InterviewerBooking;
  /** "Meera Iyer, Fri 20 Nov": the interview that the file is for. */
  about: string;
  onClose: () => void;
  /** Called with the server's message, and awaited before the upload counts as done. */
  onUploaded: (msg: string) => Promise<void>;
}

/** Uploads the mentor's PDF of one interview, once. Mounted again for each booking. */
export function UploadFeedbackModal({ booking, about, onClose, onUploaded }: UploadFeedbackModalProps) {
  const upload = usePdfUpload("POST /api/interviewer/feedback-upload/:bookingId", {
    field: "feedback",
    params: { bookingId: booking._id },
    messages,
    onUploaded: ({ msg }) => onUploaded(msg),
  });

  return (
    <Modal open title="Upload Feedback PDF" description={about} onClose={onClose}>
      <div className="grid gap-4">
        <PdfPicker upload={upload} />
        <StatusMessage message={upload.failure} tone="bad" />
        <p className="text-sm text-ink-2">
          One file for each interview. Your interviewee can read it right away, and your earning is credited.
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={upload.isSending ? upload.cancel : onClose}>
            {upload.isSending ? "Stop upload" : "Cancel"}
          </Button>
          <Button pending={upload.isSending} pendingLabel="Uploading…" onClick={upload.send}>
            Upload
          </Button>
        </div>
      </div>
    </Modal>
  );
}
