import type { DeskBooking, DeskBookingDetail, DeskRoomRecord } from "@greenroom/contract/desk/bookings.ts";
import type { Attendance, BookingStatus, InterviewDecision } from "@greenroom/contract/schedule/bookings.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useOpenFile } from "../../api/files.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatExactTime } from "../../format/times.ts";
import { RecordTimeline } from "../../room/record/record-timeline.tsx";
import { codeVersions, indexAt, secondsOf, textOf } from "../../room/record/replay.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { EmptyState, Pill } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { OperatorQueryContent, useOperatorCall } from "../access/operator-calls.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { operatorMessages, useDeskTime, useDeskZone } from "../layout/desk-parts.tsx";

export const deskBookingStatusLabels: Record<BookingStatus, string> = {
  pending: "Upcoming",
  completed: "Completed",
  cancelled: "Canceled",
  no_show_interviewee: "Interviewee did not attend",
  no_show_interviewer: "Interviewer did not attend",
};

export const bookingStatusTones = {
  pending: "wait",
  completed: "ready",
  cancelled: "off",
  no_show_interviewee: "bad",
  no_show_interviewer: "bad",
} as const;

/** Its state now: a pending booking is upcoming, on, or over and not completed yet. */
export function bookingStateText(
  { status, startTime, endTime }: Pick<DeskBooking, "status" | "startTime" | "endTime">,
  now: Date,
): string {
  if (status !== "pending" || now < new Date(startTime)) return deskBookingStatusLabels[status];
  return now < new Date(endTime) ? "On now" : "Ended";
}

type BookingPillProps = Pick<DeskBooking, "status" | "startTime" | "endTime" | "isDisputed">;

export function BookingPill({ isDisputed, ...booking }: BookingPillProps) {
  const now = useNow();
  return (
    <span className="flex flex-wrap gap-1.5">
      <Pill status={bookingStatusTones[booking.status]} className="!whitespace-normal">
        {bookingStateText(booking, now)}
      </Pill>
      {isDisputed && <Pill status="bad">Disputed</Pill>}
    </span>
  );
}

const outcomes = {
  upheld: ["ready", "Upheld"],
  pending: ["wait", "Waiting for a decision"],
  dismissed: ["off", "Rejected"],
} as const;

/** Compares the parties side by side: their reports, and when each was in the room. */
export function AttendanceSides({ booking }: { booking: DeskBookingDetail }) {
  const at = useDeskTime();
  return (
    <div className="grid gap-5 md:grid-cols-2">
      {(["interviewee", "interviewer"] as const).map((party) => {
        const report = booking.reports.find(({ by }) => by === party);
        return (
          <Card key={party}>
            <h3 className="text-lg [overflow-wrap:anywhere]">
              {party === "interviewee" ? "Interviewee" : "Interviewer"}: {booking[party].name}
            </h3>
            <h4 className="mt-4 text-sm font-semibold text-ink-3">Their report</h4>
            {report === undefined ? (
              <p>None</p>
            ) : (
              <div className="grid gap-1.5">
                <p>The other party did not attend. Reported {at(report.reportedAt)}.</p>
                <p>
                  <Pill status={outcomes[report.outcome][0]}>{outcomes[report.outcome][1]}</Pill>
                </p>
              </div>
            )}
            <h4 className="mt-4 text-sm font-semibold text-ink-3">Recorded in the room</h4>
            <Visits visits={booking.attendance[party]} />
          </Card>
        );
      })}
    </div>
  );
}

function Visits({ visits }: { visits: Attendance["interviewee"] }) {
  const timeZone = useDeskZone();
  if (visits.length === 0) return <p>Never</p>;
  return (
    <ul className="tabular">
      {visits.map(({ enteredAt, lastSeenAt }) => (
        <li key={enteredAt}>
          {formatExactTime(new Date(enteredAt), timeZone)} to{" "}
          {formatExactTime(new Date(lastSeenAt), timeZone)}
        </li>
      ))}
    </ul>
  );
}

const labels: Record<InterviewDecision, string> = {
  "interviewee-absent": "Candidate missed it",
  "interviewer-absent": "Interviewer missed it",
  "both-came": "Both came",
  "session-returned": "Return the session",
};

/** What an operator can find of an interview that is disputed or unclear. No outcome is suggested. */
export function DecideInterview({ booking }: { booking: DeskBookingDetail }) {
  const isUnclear = booking.status === "pending" && booking.unclear?.outcome === null;
  if (!isUnclear && !booking.reports.some((report) => report.outcome === "pending")) return null;
  const outcomes: InterviewDecision[] = ["interviewee-absent", "interviewer-absent", "both-came"];
  if (isUnclear) outcomes.push("session-returned");
  return (
    <fieldset className="mt-4 flex flex-wrap items-center gap-2">
      <legend className="mb-2 font-semibold">What happened?</legend>
      {outcomes.map((outcome) => (
        <ActionButton
          key={outcome}
          title={labels[outcome]}
          action={"POST /api/operator/bookings/:id/no-show-decision"}
          id={booking._id}
          input={{ outcome }}
          reasonHint="Both parties get it by email."
        />
      ))}
    </fieldset>
  );
}

interface CancelButtonProps {
  bookings: readonly Pick<DeskBooking, "_id" | "interviewer">[];
  button?: Omit<ButtonProps, "onClick">;
  onDone?: () => void;
  children: ReactNode;
}

/**
 * Cancels all of these bookings, or none. If they leave an interviewer's day without an interview, its free times can be
 * closed, too. That is chosen for several bookings of one interviewer, as when they fall ill, and not for a single one.
 */
export function CancelButton({ bookings, button, onDone, children }: CancelButtonProps) {
  const count = bookings.length;
  const isOneInterviewer = new Set(bookings.map(({ interviewer }) => interviewer._id)).size === 1;
  return (
    <ActionButton
      button={{ variant: "danger", ...button }}
      title={count === 1 ? "Cancel an interview" : `Cancel ${count} interviews`}
      action={"POST /api/operator/bookings/cancellation"}
      input={{ bookingIds: bookings.map(({ _id }) => _id) }}
      fields={[
        {
          name: "closesDays",
          label: "Also close the free times of a day that this leaves without an interview",
          type: "checkbox",
          value: count > 1 && isOneInterviewer,
        },
      ]}
      confirmLabel={count === 1 ? "Cancel the interview" : "Cancel them all"}
      danger
      {...(onDone && { onDone })}
    >
      {children}
    </ActionButton>
  );
}

interface OpenFeedbackFileProps {
  bookingId: string;
  /** When the mentor gave it, for people. */
  givenAt: string;
}

/** The mentor's PDF in a new tab, for an operator who looks at its quality. */
export function OpenFeedbackFile({ bookingId, givenAt }: OpenFeedbackFileProps) {
  const operatorCall = useOperatorCall();
  const file = useOpenFile({ title: "Mentor's feedback", messages: operatorMessages.load });
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {givenAt}
        <Button
          variant="quiet"
          size="sm"
          pending={file.isOpening}
          pendingLabel="Opening…"
          onClick={() =>
            file.open(
              async () =>
                (
                  await operatorCall("GET /api/operator/bookings/:id/feedback-file", {
                    params: { id: bookingId },
                  })
                ).feedbackFileUrl,
            )
          }
        >
          Read the feedback
        </Button>
      </span>
      <StatusMessage message={file.failure} tone="bad" />
      {file.blockedUrl !== null && (
        <a href={file.blockedUrl} target="_blank" rel="noreferrer" className="link block">
          Open the file
        </a>
      )}
    </>
  );
}

/** The room's record, read only when an operator asks for it, because each read is audited. */
export function RoomRecordSection({ bookingId }: { bookingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="room-record">
      <h2 id="room-record" className="mb-3 text-xl">
        Record of the room
      </h2>
      {isOpen ? (
        <RoomRecord bookingId={bookingId} />
      ) : (
        <Card>
          <p className="mb-4 text-ink-2">
            Arrivals and departures, chat, code and runs, without transcript, marks and notes. Reading it is
            logged in the audit log.
          </p>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Read the room's record
          </Button>
        </Card>
      )}
    </section>
  );
}

function RoomRecord({ bookingId }: { bookingId: string }) {
  // Not loaded again, because each read is audited and the record does not change any more.
  const options = queryOptionsFor("GET /api/operator/bookings/:id/room-record", {
    params: { id: bookingId },
  });
  const record = useQuery({ ...options, staleTime: Number.POSITIVE_INFINITY });
  return (
    <OperatorQueryContent query={record} loadingLabel="Loading the room's record…">
      {(data) => <EventsWithCode record={data} />}
    </OperatorQueryContent>
  );
}

/** The events, beside the code at the chosen moment. */
function EventsWithCode({ record }: { record: DeskRoomRecord }) {
  const { items, startTime, people, bookingId } = record;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  if (items.length === 0 && record.code === null) {
    return (
      <Card padded={false}>
        <EmptyState
          title="The room recorded nothing"
          detail="Nobody entered our room, or the interview took place at another provider."
        />
      </Card>
    );
  }
  const versions = codeVersions(record);
  const selected = items.find(({ id }) => id === selectedId);
  const index =
    selected === undefined ? versions.length - 1 : indexAt(versions, secondsOf(selected, startTime));
  const code = index < 0 ? "" : textOf(versions, index);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card className="min-w-0">
        <h3 className="mb-3 text-lg">In chronological order</h3>
        <RecordTimeline
          bookingId={bookingId}
          canCorrect={false}
          people={people}
          items={items}
          selectedId={selectedId}
          onSelect={({ id }) => setSelectedId(id)}
        />
      </Card>
      <Card className="min-w-0">
        <h3 className="mb-3 text-lg">
          {selected === undefined ? "The code at the end" : "The code at this moment"}
        </h3>
        {code === "" ? (
          <p className="text-ink-2">Nothing was written yet.</p>
        ) : (
          <section aria-label="Code">
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
              tabIndex={0}
              className="max-h-96 overflow-auto whitespace-pre-wrap break-words rounded-sm border border-line bg-sunk px-3 py-2 font-mono text-sm"
            >
              {code}
            </pre>
          </section>
        )}
        {selected !== undefined && (
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => setSelectedId(null)}>
            Show the end
          </Button>
        )}
      </Card>
    </div>
  );
}
