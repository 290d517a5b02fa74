import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { interviewBefore } from "@greenroom/contract/review/progress.ts";
import {
  deletionOf,
  evidenceLabel,
  inOrderOfTime,
  listedPoints,
  mentorFileLine,
  noEvidenceText,
  notedPointsLine,
  recordLine,
  withdrawnLine,
} from "@greenroom/contract/review/report-labels.ts";
import type { ReportView as ReportContent } from "@greenroom/contract/review/reports.ts";
import { readNotes } from "@greenroom/contract/review/rubric.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { type Claim, claimKinds, type Evidence } from "@greenroom/contract/schedule/report-shape.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import clsx from "clsx";
import { call } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { formatClock } from "../../format/times.ts";
import type { OpenedMoment } from "../../room/record/moment-record.tsx";
import { Card } from "../../ui/panels.tsx";
import { progressUpTo, ReportProgress } from "../progress/area-progress.tsx";
import { ClaimGroups } from "./claims.tsx";
import { AskedQuestions, ReportScores } from "./mentor-feedback.tsx";
import { NextTwoWeeks } from "./next-two-weeks.tsx";
import { type MomentWords, RecordOver, RecordPanel, useMoments } from "./record-panel.tsx";
import { useInterviewAnswers } from "./report-answers.tsx";
import { MeasuredStrip, ReportFooter, ReportSourceNote } from "./report-parts.tsx";

interface ReportViewProps {
  view: ReportContent;
  booking: Booking | undefined;
  timeZone: string;
}

/** The whole report: first the mentor's scores, then every claim with its evidence. */
export function ReportView({ view, booking, timeZone }: ReportViewProps) {
  const { report, bookingId, disputes, doneExercises, useful } = view;
  const notes = view.mentorFeedback?.notes ?? [];
  const listed = listedPoints(report.claims, notes, disputes);
  const inShownOrder = claimKinds.flatMap((kind) => listed.filter((claim) => claim.kind === kind));
  const { moments, farMoments, panel } = useMoments(firstMoment(inShownOrder, view.record), {
    hasPoints: listed.length > 0,
  });
  const questions = view.mentorFeedback?.questions ?? [];
  const allProgress = useQuery(queryOptionsFor("GET /api/user/progress"));
  const progress = allProgress.data ? progressUpTo(allProgress.data, bookingId) : null;
  const before = allProgress.data ? interviewBefore(allProgress.data, bookingId) : null;
  const answers = { ...useInterviewAnswers(view, "interviewee"), moments };
  const queryClient = useQueryClient();
  const rate = async (isUseful: boolean) => {
    const { msg } = await call("POST /api/user/reports/:bookingId/useful", {
      params: { bookingId },
      body: { useful: isUseful },
    });
    await queryClient.invalidateQueries({ queryKey: queryKeyFor("GET /api/user/reports/:bookingId") });
    return msg;
  };
  const line = notedPointsLine(report, listed);
  const notedLine = line !== "" && <p className="-mt-4 max-w-prose text-sm text-ink-2">{line}</p>;
  return (
    <div className={clsx("grid gap-8", panel.hasBar && "pb-16")}>
      <ReportScores
        report={report}
        track={view.track}
        interviewer={booking === undefined ? "Your mentor" : fullName(booking.interviewerId)}
        mentorSummary={view.mentorSummary}
        notes={notes}
        notesContext={{ bookingId, moments: farMoments, isDeleted: view.record.isDeleted }}
        progress={progress}
        before={before}
        isWide={panel.isWide}
      />
      <ReportSourceNote report={report} />
      {report.shown === 0 && withdrawnLine(report) === "" && (
        <Card>
          <h2 className="text-xl">Not enough evidence</h2>
          <p className="mt-2 max-w-prose text-ink-2">
            {noEvidenceText(report)} Reports are made from code that was run, moments that your interviewer
            marked, and text that was written in the room.
          </p>
        </Card>
      )}
      {report.source.kind === "measured" && (
        <MeasuredStrip measured={report.measured} before={before?.measured ?? null} isExplained />
      )}
      {listed.length > 0 && (
        <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] xl:gap-6">
          <div className="grid min-w-0 gap-8">
            <ClaimGroups report={report} claims={listed} answers={answers} disputes={disputes} />
            {notedLine}
          </div>
          {!view.record.isDeleted && <RecordPanel bookingId={bookingId} {...panel} />}
        </div>
      )}
      {listed.length === 0 && notedLine}
      {!view.record.isDeleted && (
        <RecordOver bookingId={bookingId} words={wordsOf(view, panel.moment)} {...panel} />
      )}
      {report.claims.length > 0 && (
        <p className="-mt-4 max-w-prose text-sm text-ink-2">
          {recordLine(view.record, timeZone)}
          {/* Only a PDF that was made from the mentor's form has such times. */}
          {report.measured.mentorScores.length > 0 && <span> {mentorFileLine(view.record)}</span>}
        </p>
      )}
      {report.source.kind !== "measured" && (
        <MeasuredStrip measured={report.measured} before={before?.measured ?? null} />
      )}
      <AskedQuestions questions={questions} />
      <NextTwoWeeks
        report={report}
        steps={view.mentorFeedback?.nextSteps ?? []}
        interviewer={booking === undefined ? "your mentor" : fullName(booking.interviewerId)}
        bookingId={bookingId}
        doneExercises={doneExercises}
        answers={{ ...answers, moments: farMoments }}
        timeZone={timeZone}
      />
      {!panel.isWide && progress !== null && <ReportProgress progress={progress} timeZone={timeZone} />}
      <ReportFooter report={report} useful={useful} timeZone={timeZone} onRate={rate} />
    </div>
  );
}

/** A moment in the words of the claim, or of the mentor's note, that it belongs to. */
function wordsOf({ report, mentorFeedback }: ReportContent, moment: OpenedMoment | null): MomentWords | null {
  const claim = report.claims.find(({ id }) => id === moment?.claimId);
  const evidence = claim?.evidence.find(({ itemId }) => itemId === moment?.itemId);
  if (evidence !== undefined) {
    const time = formatClock(Math.max(0, evidence.atSeconds));
    return { time, label: evidenceLabel(evidence), quote: evidence.quote };
  }
  for (const { notes } of mentorFeedback?.notes ?? []) {
    for (const part of readNotes(notes)) {
      if (!("moment" in part) || part.moment.time !== moment?.itemId) continue;
      return { time: part.moment.time, label: part.moment.source, quote: part.moment.text };
    }
  }
  return null;
}

/** The first evidence whose moment is in the record; null without one. */
function firstMoment(claims: readonly Claim[], record: ReportContent["record"]): OpenedMoment | null {
  const canOpen = (one: Evidence) => one.isRemoved !== true && deletionOf(one, record) === null;
  const moments = claims.flatMap(({ id, evidence }) =>
    inOrderOfTime(evidence)
      .filter(canOpen)
      .map(({ itemId }) => ({ itemId, claimId: id })),
  );
  return moments[0] ?? null;
}
