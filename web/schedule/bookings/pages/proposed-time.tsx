import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { OwnMoveProposal } from "@greenroom/contract/schedule/move-proposals.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, useParams } from "react-router";
import { ApiError, call, errorMessage, networkMessages } from "../../../api/client.ts";
import { queryOptionsFor } from "../../../api/query-client.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { formatDateTime } from "../../../format/times.ts";
import { paths } from "../../../paths.ts";
import { useSession, useTimeZone } from "../../../session/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { DescriptionList, PageHeader } from "../../../ui/content.tsx";
import { ErrorState, LoadingLines } from "../../../ui/loading.tsx";
import { Card } from "../../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status.tsx";
import { pollInterval, slotPollMilliseconds } from "../queries.ts";

export const meta = () => pageMeta("Proposed time");

const messages = {
  load: {
    failed: "The proposed time could not be loaded.",
    network: networkMessages.unavailable,
  },
  answer: {
    failed: "❌ Your answer was not saved.",
    network: networkMessages.checkConnection,
  },
};

/** Another time that we proposed for an interview: each of its two parties accepts or declines it here. */
export default function ProposedTimePage() {
  const { id = "" } = useParams();
  const { user } = useSession();
  const proposal = useQuery({
    ...queryOptionsFor("GET /api/bookings/:id/move-proposal", { params: { id } }),
    staleTime: 0,
    // Until it has ended, the other person may answer, and so may this person in another tab.
    refetchInterval: ({ state }) =>
      state.data?.state === "open" ? pollInterval(slotPollMilliseconds, state.error) : false,
  });
  if (proposal.data) return <ProposedTime bookingId={id} proposal={proposal.data} />;
  const { error } = proposal;
  return (
    <>
      <PageHeader title="Another time" />
      <Card>
        {error === null ? (
          <LoadingLines label="Loading the proposed time…" lines={4} />
        ) : error instanceof ApiError && [400, 404].includes(error.status) ? (
          <ErrorState
            message={`This link doesn't lead to a proposed time for any of your interviews.${user === null ? "" : ` You're signed in as ${user.email}; the link may be for another account.`}`}
          />
        ) : (
          <ErrorState
            message={errorMessage(error, messages.load)}
            onRetry={() => proposal.refetch()}
            retrying={proposal.isFetching}
          />
        )}
      </Card>
    </>
  );
}

interface Answer {
  proposalId: string;
  answer: "accept" | "decline";
}

function ProposedTime({ bookingId, proposal }: { bookingId: string; proposal: OwnMoveProposal }) {
  const timeZone = useTimeZone();
  const client = useQueryClient();
  const noticeRef = useRef<HTMLDivElement>(null);
  const { party, otherName, state, acceptedBy } = proposal;
  const hasAccepted = acceptedBy.includes(party);
  const answer = useMutation({
    mutationFn: (body: Answer) =>
      call("POST /api/bookings/:id/move-proposal/answer", { params: { id: bookingId }, body }),
    // The booking and its lists may have changed, also behind a refusal.
    onSettled: () => client.invalidateQueries(),
  });
  const give = (given: Answer["answer"]) => answer.mutate({ proposalId: proposal._id, answer: given });
  const isGiving = (given: Answer["answer"]) => answer.isPending && answer.variables.answer === given;
  const isSettled = answer.isSuccess || answer.isError;
  useEffect(() => {
    // The buttons are gone with the answer.
    if (isSettled) noticeRef.current?.focus();
  }, [isSettled]);
  const other = party === "interviewee" ? "interviewer" : "interviewee";
  const at = (instant: string) => formatDateTime(new Date(instant), timeZone);
  // Answered elsewhere, as in another tab, or withdrawn: nothing failed, the sentence says what happened before.
  const isChangedByOthers =
    answer.error instanceof ApiError &&
    answer.error.code === "conflict" &&
    (state !== "open" || answer.variables?.proposalId !== proposal._id);
  // The other person may have answered since, or another time was proposed.
  const isOver =
    answer.data !== undefined &&
    (answer.data.proposal._id !== proposal._id || (state !== "open" && state !== answer.data.proposal.state));
  const notice: Notice | null = answer.isError
    ? { message: errorMessage(answer.error, messages.answer), tone: isChangedByOthers ? "wait" : "bad" }
    : answer.isSuccess && !isOver
      ? { message: answer.data.msg, tone: answer.variables.answer === "accept" ? "good" : "wait" }
      : null;
  return (
    <>
      <PageHeader
        title="Another time"
        detail={`We ${state === "open" ? "propose" : "proposed"} to move your interview with ${otherName}. Times are in ${timeZoneLabel(timeZone, new Date())}.`}
      />
      <div ref={noticeRef} tabIndex={-1} className="rounded-sm">
        <NoticeMessage notice={notice} className="mb-4" />
      </div>
      <Card>
        <DescriptionList
          items={[
            { term: state === "moved" ? "Before" : "Now", detail: at(proposal.fromTime) },
            { term: state === "moved" ? "Now" : "Proposed", detail: at(proposal.startTime) },
            { term: "Why", detail: proposal.reason },
            { term: "You", detail: answerText(proposal, party) },
            { term: otherName, detail: answerText(proposal, other) },
          ]}
        />
        <p className="mt-5 text-ink-2">
          {state === "open"
            ? `The interview moves only if both of you accept by ${at(proposal.expiresAt)}. It costs nothing, and otherwise it stays where it is.`
            : stateTexts[state]}
        </p>
        {state === "open" && (
          <div className="mt-5 flex flex-wrap gap-3">
            {!hasAccepted && (
              <Button pending={isGiving("accept")} disabled={answer.isPending} onClick={() => give("accept")}>
                Accept the new time
              </Button>
            )}
            <Button
              variant="quiet"
              pending={isGiving("decline")}
              disabled={answer.isPending}
              onClick={() => give("decline")}
            >
              Decline
            </Button>
          </div>
        )}
        <p className="mt-3">
          <Link
            to={party === "interviewee" ? paths.booking : paths.calendar}
            className="link inline-flex min-h-11 items-center"
          >
            {party === "interviewee" ? "See your bookings" : "Open your calendar"}
          </Link>
        </p>
      </Card>
    </>
  );
}

function answerText({ acceptedBy, declinedBy }: OwnMoveProposal, party: "interviewee" | "interviewer") {
  if (declinedBy === party) return "Declined";
  return acceptedBy.includes(party) ? "Accepted" : "No answer yet";
}

const stateTexts: Record<Exclude<OwnMoveProposal["state"], "open">, string> = {
  moved: "Both of you accepted, and the interview has moved.",
  declined: "This time was declined. The interview stays where it is.",
  withdrawn: "We have withdrawn this proposal. The interview stays where it is.",
  slot_taken: "Somebody booked the proposed time first. The interview stays where it is.",
  expired: "This proposal has expired. The interview stays where it is.",
  booking_changed: "The interview was moved in the meantime, so this proposal no longer applies.",
  booking_canceled: "The interview was canceled in the meantime, so this proposal no longer applies.",
};
