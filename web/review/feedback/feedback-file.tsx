import { getFeedbackFile } from "@greenroom/contract/review/feedback.ts";
import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { Download } from "lucide-react";
import { call } from "../../api/client.ts";
import { useOpenFile } from "../../api/files.ts";
import { useSite } from "../../app/page-data.ts";
import { formatDay, formatExactTime } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { useNow } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";

interface MentorFeedbackNoteProps {
  booking: Booking;
  timeZone: string;
}

/** Shown instead of the mentor's file until it arrives. */
export function MentorFeedbackNote({ booking, timeZone }: MentorFeedbackNoteProps) {
  const { feedbackDeadlineHours: deadlineHours } = useSite();
  const text = mentorFeedbackText(booking, { deadlineHours, now: useNow(), timeZone });
  return text === null ? null : <p className="text-sm text-ink-2 tabular">{text}</p>;
}

/** Shown to the mentor until their file is in. */
export function OwnFeedbackNote({ booking, timeZone }: { booking: InterviewerBooking; timeZone: string }) {
  const { feedbackDeadlineHours: deadlineHours } = useSite();
  const text = ownFeedbackText(booking, { deadlineHours, now: useNow(), timeZone });
  return text === null ? null : <p className="text-sm text-ink-2 tabular">{text}</p>;
}

interface MentorFeedbackView {
  deadlineHours: number;
  now: Date;
  timeZone: string;
}

/**
 * For a completed session: when the mentor's file is due, or that it is late and what was given for it. Null once
 * the file is here.
 */
export function mentorFeedbackText(
  {
    status,
    endTime,
    feedbackFileUrl,
    remediedAt,
  }: Pick<Booking, "status" | "endTime" | "feedbackFileUrl" | "remediedAt">,
  { deadlineHours, now, timeZone }: MentorFeedbackView,
): string | null {
  if (status !== "completed" || feedbackFileUrl !== null) return null;
  if (remediedAt !== null) {
    const returnedOn = formatDay(new Date(remediedAt), timeZone);
    return `Your mentor's feedback is late, so we returned a session to you on ${returnedOn}. The feedback is still to come.`;
  }
  return dueText("Your mentor's feedback", endTime, { deadlineHours, now, timeZone });
}

/** The same for the mentor, who has to write it. */
export function ownFeedbackText(
  { status, endTime, feedbackFileUrl }: Pick<Booking, "status" | "endTime" | "feedbackFileUrl">,
  view: MentorFeedbackView,
): string | null {
  if (status !== "completed" || feedbackFileUrl !== null) return null;
  return `${dueText("Your feedback", endTime, view)} You earn when you send it.`;
}

function dueText(
  feedback: string,
  endTime: string,
  { deadlineHours, now, timeZone }: MentorFeedbackView,
): string {
  const dueAt = new Date(Date.parse(endTime) + deadlineHours * 3_600_000);
  const due = `${formatDay(dueAt, timeZone)}, ${formatExactTime(dueAt, timeZone)}`;
  return now < dueAt ? `${feedback} is due by ${due}.` : `${feedback} was due by ${due} and is late.`;
}

type FeedbackFile = ReturnType<typeof useOpenFeedbackFile>;

interface FeedbackFileButtonProps {
  file: FeedbackFile;
  bookingId: string;
  /** The interviewer's name, because a page can contain several of these buttons. */
  interviewer: string;
}

/** Opens the mentor's PDF in a new tab, with a link that is created for this click. */
export function FeedbackFileButton({ file, bookingId, interviewer }: FeedbackFileButtonProps) {
  return (
    <Button
      variant="quiet"
      size="sm"
      pending={file.isOpening}
      pendingLabel="Asking for the file…"
      onClick={() => file.open(bookingId)}
    >
      <Download aria-hidden="true" className="size-4" />
      <span>
        Download Feedback<span className="sr-only"> of {interviewer} (opens a new tab)</span>
      </span>
    </Button>
  );
}

/** The result of opening the file, shown where there is room. */
export function FeedbackFileStatus({ file }: { file: FeedbackFile }) {
  return (
    <>
      <StatusMessage message={file.failure} tone="bad" />
      {file.blockedUrl && (
        <p>
          <a href={file.blockedUrl} target="_blank" rel="noreferrer" className="link">
            Your browser blocked the new tab. Open the file here.
          </a>
        </p>
      )}
    </>
  );
}

/** Opens the uploaded PDF of a booking, for the mentor who wrote it. */
export function FeedbackFileLink({ bookingId, withName }: { bookingId: string; withName: string }) {
  const file = useOpenFeedbackFile();
  return (
    <div className="grid justify-items-start gap-2">
      <Button variant="quiet" size="sm" pending={file.isOpening} onClick={() => file.open(bookingId)}>
        <span>
          View feedback file<span className="sr-only"> for {withName} (opens a new tab)</span>
        </span>
      </Button>
      <FeedbackFileStatus file={file} />
    </div>
  );
}

const messages = {
  failed: "❌ Failed to generate download link for the feedback file.",
  network: "❌ Network error while requesting feedback download.",
};

/** Opens the mentor's PDF of a booking in a new tab. */
export function useOpenFeedbackFile() {
  const { open, ...file } = useOpenFile({ title: "Feedback file", messages });
  return {
    ...file,
    /** Call it in the click handler itself, or the browser blocks the new tab. */
    open: (bookingId: string) =>
      open(async () => (await call(getFeedbackFile, { params: { bookingId } })).feedbackFileUrl),
  };
}
