import type { Booking, InterviewerBooking } from "@greenroom/contract/schedule/bookings.ts";
import { Download } from "lucide-react";
import { call } from "../../api/client.ts";
import { useOpenFile } from "../../api/files.ts";
import { useSite } from "../../app/page-data.ts";
import { formatDay, formatExactTime } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { useNow } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";

interface FeedbackDueNoteProps {
  booking: Booking | InterviewerBooking;
  /** For the mentor, who has to write the feedback. */
  isOwn?: boolean;
  timeZone: string;
}

/** Shown instead of the mentor's file until it arrives. */
export function FeedbackDueNote({ booking, isOwn = false, timeZone }: FeedbackDueNoteProps) {
  const { feedbackDeadlineHours: deadlineHours } = useSite();
  const text = feedbackDueText(booking, { isOwn, deadlineHours, now: useNow(), timeZone });
  return text === null ? null : <p className="text-sm text-ink-2 tabular">{text}</p>;
}

interface FeedbackDueView {
  isOwn: boolean;
  deadlineHours: number;
  now: Date;
  timeZone: string;
}

/**
 * For a completed session: when the mentor's file is due, or that it is late and what was given for it. Null once
 * the file is here.
 */
export function feedbackDueText(
  booking: Pick<Booking, "status" | "endTime" | "feedbackFileUrl" | "feedbackAwaitedFrom"> & {
    remediedAt?: string | null;
  },
  { isOwn, deadlineHours, now, timeZone }: FeedbackDueView,
): string | null {
  const { status, endTime, feedbackFileUrl, feedbackAwaitedFrom, remediedAt } = booking;
  if (status !== "completed" || feedbackFileUrl !== null) return null;
  if (!isOwn && remediedAt) {
    const returnedOn = formatDay(new Date(remediedAt), timeZone);
    return `Your mentor's feedback is late, so we returned a session to you on ${returnedOn}. The feedback is still to come.`;
  }
  const dueAt = new Date(Date.parse(feedbackAwaitedFrom ?? endTime) + deadlineHours * 3_600_000);
  const feedback = isOwn ? "Your feedback" : "Your mentor's feedback";
  const due = `due by ${formatDay(dueAt, timeZone)}, ${formatExactTime(dueAt, timeZone)}`;
  const text = now < dueAt ? `${feedback} is ${due}.` : `${feedback} was ${due} and is late.`;
  return isOwn ? `${text} You earn when you send it.` : text;
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
      open(
        async () =>
          (await call("GET /api/interviewer/feedback-file/:bookingId", { params: { bookingId } }))
            .feedbackFileUrl,
      ),
  };
}
