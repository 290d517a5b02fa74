import type { DeskBookingDetail } from "@greenroom/contract/desk/bookings.ts";
import { asSentence } from "@greenroom/contract/kernel/plain-text.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { paths } from "../../../paths.ts";
import { DescriptionList, PageHeader } from "../../../ui/content.tsx";
import { useNow } from "../../../ui/hooks.ts";
import { Card } from "../../../ui/panels.tsx";
import { OperatorQueryContent, useIsOwner } from "../../access/operator-calls.tsx";
import { ActionButton, DialogButton } from "../../actions/action-dialog.tsx";
import {
  AttendanceSides,
  BookingPill,
  CancelButton,
  DecideInterview,
  OpenFeedbackFile,
  RoomRecordSection,
} from "../../bookings/booking-parts.tsx";
import { MoveProposalCard, ProposeMove } from "../../bookings/move-proposals.tsx";
import { BackLink, deskMeta, PersonCell, useDeskTime } from "../../layout/desk-parts.tsx";
import { rupees } from "../../money/money-parts.tsx";

export const meta = () => deskMeta("Booking");

/** One booking: its facts, money, attendance and actions. */
export default function BookingPage() {
  const { id = "" } = useParams();
  const booking = useQuery(queryOptionsFor("GET /api/operator/bookings/:id", { params: { id } }));
  return (
    <>
      <BackLink to={paths.operatorBookings}>All bookings</BackLink>
      <PageHeader title="Booking" />
      <OperatorQueryContent query={booking} loadingLabel="Loading the booking…">
        {(data) => <Booking booking={data} />}
      </OperatorQueryContent>
    </>
  );
}

function Booking({ booking }: { booking: DeskBookingDetail }) {
  const formatTime = useDeskTime();
  const now = useNow();
  const isOwner = useIsOwner();
  const { _id } = booking;
  const at = (instant: string | null) => (instant === null ? "Not yet" : formatTime(instant));
  const { cancellation, moves, rating, moveProposal } = booking;
  return (
    <div className="grid gap-5">
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
                <DialogButton
                  size="md"
                  dialog={(onClose) => <ProposeMove bookingId={_id} onClose={onClose} />}
                >
                  Propose another time
                </DialogButton>
              )}
              <CancelButton bookings={[booking]} button={{ size: "md" }}>
                Cancel the interview
              </CancelButton>
            </div>
          )}
        </Card>
        <Money booking={booking} isOwner={isOwner} at={at} />
      </div>
      {moveProposal !== null && <MoveProposalCard id={_id} proposal={moveProposal} />}
      <section aria-labelledby="attendance">
        <h2 id="attendance" className="mb-3 text-xl">
          Attendance
        </h2>
        <AttendanceSides booking={booking} />
        {isOwner && <DecideInterview booking={booking} />}
      </section>
      <RoomRecordSection bookingId={booking._id} />
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

interface MoneyProps {
  booking: DeskBookingDetail;
  isOwner: boolean;
  at: (instant: string | null) => string;
}

const sessionSourceTexts = {
  purchase: "Bought",
  remedy: "Given for late feedback",
  gift: "Given by us",
} as const;

const earningStatusTexts = { pending: "pending", credited: "credited", void: "taken back" } as const;

function Money({ booking: { _id, session, earning }, isOwner, at }: MoneyProps) {
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
          <ActionButton
            title="Take back an earning"
            action={"POST /api/operator/bookings/:id/earning-reversal"}
            id={_id}
            confirmLabel="Take it back"
            danger
            reasonHint="The interviewer gets it by email, and reads it beside the earning."
          >
            Take back the earning
          </ActionButton>
        </p>
      )}
    </Card>
  );
}
