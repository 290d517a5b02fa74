import { type DeskBookingDetail, getDeskBooking } from "@greenroom/contract/desk/bookings/bookings.ts";
import { formatRupees } from "@greenroom/contract/kernel/money.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useParams } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { formatDateTime } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { DescriptionList, PageHeader } from "../../../ui/content.tsx";
import { useNow } from "../../../ui/hooks.ts";
import { Card } from "../../../ui/panels.tsx";
import { useConfirmation } from "../../access/confirmation.tsx";
import { OperatorQueryContent } from "../../access/operator-query-content.tsx";
import { useIsOwner } from "../../access/use-is-owner.ts";
import { needsConfirmation } from "../../access/use-operator-call.ts";
import { AttendanceSides } from "../../bookings/attendance-sides.tsx";
import { BookingPill } from "../../bookings/booking-states.tsx";
import { CancelDialog } from "../../bookings/cancel-dialog.tsx";
import { DecideInterview } from "../../bookings/decide-interview.tsx";
import { MoveProposalCard } from "../../bookings/move-proposals/move-proposal-card.tsx";
import { ProposeMove } from "../../bookings/move-proposals/propose-move.tsx";
import { useFollowedProposal } from "../../bookings/move-proposals/use-followed-proposal.ts";
import { OpenFeedbackFile } from "../../bookings/open-feedback-file.tsx";
import { ReverseEarning } from "../../bookings/reverse-earning.tsx";
import { RoomRecordSection } from "../../bookings/room-record-section.tsx";
import { PersonCell } from "../../filters/person-cell.tsx";
import { BackLink } from "../../layout/back-link.tsx";
import { deskMeta } from "../../layout/desk-meta.ts";
import { type ActionResult, ResultNotice } from "../../results/result-notice.tsx";
import { useDeskZone } from "../../time/desk-time.tsx";

export const meta = () => deskMeta("Booking");

const rupees = (amount: number) => formatRupees(amount, { decimals: true });

/** One booking: its facts, money, attendance and actions. */
export default function BookingPage() {
  const { id = "" } = useParams();
  const booking = useQuery(queryOptionsFor(getDeskBooking, { params: { id } }));
  return (
    <>
      <BackLink to={paths.operatorBookings}>All bookings</BackLink>
      <PageHeader title="Booking" />
      <OperatorQueryContent query={booking} loadingLabel="Loading the booking…">
        {(data) => <Booking booking={data} isOutdated={needsConfirmation(booking.error)} />}
      </OperatorQueryContent>
    </>
  );
}

interface BookingProps {
  booking: DeskBookingDetail;
  /** It could not be loaded again, because the confirmation has run out meanwhile. */
  isOutdated: boolean;
}

function Booking({ booking, isOutdated }: BookingProps) {
  const timeZone = useDeskZone();
  const now = useNow();
  const isOwner = useIsOwner();
  const [isCanceling, setCanceling] = useState(false);
  const [isProposing, setProposing] = useState(false);
  const [result, setResult] = useState<ActionResult | null>(null);
  const [askedAbout, setAskedAbout] = useState<{ result: ActionResult; proposalId: string }>();
  const { _id, interviewer } = booking;
  const chosen = useMemo(() => [{ _id, interviewer }], [_id, interviewer]);
  const at = (instant: string | null) =>
    instant === null ? "Not yet" : formatDateTime(new Date(instant), timeZone);
  const { cancellation, moves, rating } = booking;
  const moveProposal = useFollowedProposal(booking);
  // The sentence that both are asked is over when they have answered.
  const isAnswered =
    result !== null &&
    askedAbout?.result === result &&
    askedAbout.proposalId === moveProposal?._id &&
    moveProposal?.state !== "open";
  return (
    <div className="grid gap-5">
      <ResultNotice result={isAnswered ? null : result} onResult={setResult} />
      {isOutdated && <OutdatedNotice bookingId={_id} />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <h2 className="font-text text-xl font-semibold tabular">{at(booking.startTime)}</h2>
            <BookingPill {...booking} />
          </div>
          <DescriptionList
            items={[
              { term: "Interviewee", detail: <PersonCell person={booking.interviewee} /> },
              { term: "Interviewer", detail: <PersonCell person={booking.interviewer} /> },
              {
                term: "Meeting",
                detail: booking.meeting === "room" ? "Our room" : (booking.meeting ?? "Not made yet"),
              },
              { term: "Booked", detail: at(booking.bookedAt) },
              ...moves.map(({ fromTime, movedAt }, index) => ({
                term: `Move ${index + 1}`,
                detail: `From ${at(fromTime)}, on ${at(movedAt)}`,
              })),
              ...(cancellation === null
                ? [{ term: "Completed", detail: at(booking.completedAt) }]
                : [
                    {
                      term: "Canceled",
                      detail: `${at(cancellation.at)} by the ${cancellation.by}; the session ${cancellation.sessionReturned ? "was returned" : "was not returned"}`,
                    },
                  ]),
              ...(booking.unclear === null
                ? []
                : [{ term: "Room's record", detail: unclearText(booking.unclear) }]),
              {
                term: "Rating",
                detail: rating === null ? "None yet" : `${rating.score} of 5, ${at(rating.givenAt)}`,
              },
              {
                term: "Mentor's feedback",
                detail:
                  booking.feedbackFileAt === null ? (
                    "Not yet"
                  ) : (
                    <OpenFeedbackFile bookingId={booking._id} givenAt={at(booking.feedbackFileAt)} />
                  ),
              },
              ...(booking.remediedAt === null
                ? []
                : [{ term: "Late feedback", detail: `Session given on ${at(booking.remediedAt)}` }]),
            ]}
          />
          {booking.status === "pending" && (
            <div className="mt-5 flex flex-wrap gap-3">
              {moveProposal?.state !== "open" && new Date(booking.startTime) > now && (
                <Button variant="quiet" onClick={() => setProposing(true)}>
                  Propose another time
                </Button>
              )}
              <Button variant="danger" onClick={() => setCanceling(true)}>
                Cancel the interview
              </Button>
            </div>
          )}
        </Card>
        <Money booking={booking} isOwner={isOwner} onDone={setResult} at={at} />
      </div>
      {moveProposal !== null && (
        <MoveProposalCard booking={{ ...booking, moveProposal }} timeZone={timeZone} onDone={setResult} />
      )}
      <section aria-labelledby="attendance">
        <h2 id="attendance" className="mb-3 text-xl">
          Attendance
        </h2>
        <AttendanceSides booking={booking} timeZone={timeZone} />
        {isOwner && <DecideInterview booking={booking} onDone={setResult} />}
      </section>
      <RoomRecordSection bookingId={booking._id} />
      {isProposing && (
        <ProposeMove
          bookingId={booking._id}
          timeZone={timeZone}
          onDone={(asked, proposalId) => {
            setResult(asked);
            setAskedAbout({ result: asked, proposalId });
          }}
          onClose={() => setProposing(false)}
        />
      )}
      {isCanceling && (
        <CancelDialog bookings={chosen} onDone={setResult} onClose={() => setCanceling(false)} />
      )}
    </div>
  );
}

const unclearOutcomeTexts = {
  "took-place": "It took place.",
  "session-returned": "The session was returned.",
  missed: "One of them missed it.",
} as const;

function unclearText({
  found,
  minutesTogether,
  reason,
  outcome,
}: NonNullable<DeskBookingDetail["unclear"]>): string {
  const what = found === "ended-early" ? `Ended after ${minutesTogether} min` : "Nobody came";
  const why = reason === null ? "" : `: ${asSentence(reason)}`;
  const next = outcome === null ? "Waits for an answer." : unclearOutcomeTexts[outcome];
  return `${asSentence(what + why)} ${next}`;
}

/** Asks for the confirmation that the booking needs to be loaded again. */
function OutdatedNotice({ bookingId }: { bookingId: string }) {
  const confirm = useConfirmation();
  const booking = useQuery({
    ...queryOptionsFor(getDeskBooking, { params: { id: bookingId } }),
    enabled: false,
  });
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3">
      <p role="status">
        This page may be out of date. To load the booking again, give your password and second factor.
      </p>
      <Button
        variant="quiet"
        pending={booking.isFetching}
        onClick={async () => {
          if (await confirm()) await booking.refetch();
        }}
      >
        Confirm
      </Button>
    </Card>
  );
}

interface MoneyProps {
  booking: DeskBookingDetail;
  isOwner: boolean;
  onDone: (result: ActionResult) => void;
  at: (instant: string | null) => string;
}

const sessionSourceTexts = {
  purchase: "Bought",
  remedy: "Given for late feedback",
  gift: "Given by us",
} as const;

const earningStatusTexts = { pending: "pending", credited: "credited", void: "taken back" } as const;

function Money({ booking: { _id, session, earning }, isOwner, onDone, at }: MoneyProps) {
  return (
    <Card>
      <h2 className="mb-4 text-xl">Money</h2>
      <DescriptionList
        items={[
          ...(session === null
            ? [{ term: "Session", detail: "None spent" }]
            : [
                {
                  term: "Session",
                  detail: (
                    <>
                      {rupees(session.value)}, {session.wasReturned ? "returned" : "spent"}
                    </>
                  ),
                },
                {
                  term: "From",
                  detail:
                    session.paymentId === null ? (
                      sessionSourceTexts[session.source]
                    ) : (
                      <Link to={paths.operatorPayment(session.paymentId)} className="link">
                        {sessionSourceTexts[session.source]}: see the payment
                      </Link>
                    ),
                },
              ]),
          ...(earning === null
            ? [{ term: "Earning", detail: "None" }]
            : [
                {
                  term: "Earning",
                  detail: `${rupees(earning.amount)}, ${earningStatusTexts[earning.status]}`,
                },
                ...(earning.voidReason === null
                  ? []
                  : [{ term: "Why taken back", detail: earning.voidReason }]),
                { term: "Paid out", detail: at(earning.paidAt) },
              ]),
        ]}
      />
      {isOwner && earning !== null && earning.status !== "void" && (
        <p className="mt-5">
          <ReverseEarning bookingId={_id} onDone={onDone} />
        </p>
      )}
    </Card>
  );
}
