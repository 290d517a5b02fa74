import { isBlank } from "@greenroom/contract/kernel/text.ts";
import {
  answerUnclearInterview,
  type Booking,
  completeInterview,
  type InterviewerBooking,
  maxShortReason,
  nobodyCameAnswerHours,
  type Party,
} from "@greenroom/contract/schedule/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { networkMessages } from "../../../api/network-messages.ts";
import { formatDateTime } from "../../../format/format-time.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { type Notice, StatusMessage } from "../../../ui/status/status-message.tsx";

interface UnclearQuestionProps {
  booking: Booking | InterviewerBooking;
  viewer: Party;
  otherName: string;
  timeZone: string;
  /** Runs a change of a booking and reloads everything that depends on it. */
  runChange: <Answer>(change: () => Promise<Answer>) => Promise<Answer>;
  onDone: (notice: Notice) => void;
}

const messages = {
  failed: "❌ That did not work. Please try again.",
  network: networkMessages.checkConnection,
};

/** Asks about an interview that ended early or to which nobody came; afterwards says what it waits for. */
export function UnclearQuestion(props: UnclearQuestionProps) {
  const { booking, viewer, otherName, timeZone, runChange, onDone } = props;
  const [reason, setReason] = useState("");
  const params = { params: { id: booking._id } };
  const sending = useMutation({
    mutationFn: (body: { tookPlace: boolean } | { reason: string }) =>
      runChange<{ msg: string }>(() =>
        "reason" in body
          ? call(completeInterview, { ...params, body })
          : call(answerUnclearInterview, { ...params, body }),
      ),
    onSuccess: ({ msg }) => onDone({ message: msg, tone: "good" }),
  });
  const { unclear, status } = booking;
  if (unclear === null || unclear.outcome !== null || status !== "pending") return null;
  const together = `You were together for ${unclear.minutesTogether} min.`;
  const answer = (tookPlace: boolean, label: string) => (
    <Button
      size="sm"
      variant={tookPlace ? "quiet" : "primary"}
      pending={sending.isPending}
      onClick={() => sending.mutate({ tookPlace })}
    >
      {label}
    </Button>
  );
  const failure = (
    <StatusMessage message={sending.error && errorMessage(sending.error, messages)} tone="bad" />
  );

  if (unclear.found === "ended-early" && viewer === "interviewee") {
    return (
      <Question title="Did this end too early?">
        <p>
          {together}
          {unclear.reason !== null && ` ${otherName}: “${unclear.reason}”`}
        </p>
        {unclear.asks === "took-place" ? (
          <>
            {!unclear.mayReturn && (
              <p>You took back other short interviews lately, so our team decides about this one.</p>
            )}
            <p className="flex flex-wrap gap-2.5">
              {unclear.mayReturn && answer(false, "Return my session")}
              {answer(true, "It was fine")}
            </p>
          </>
        ) : (
          <p>{otherName} has reported that you did not come. Our team decides and writes to you.</p>
        )}
        {failure}
      </Question>
    );
  }
  if (unclear.found === "ended-early") {
    return (
      <Question title={`Ended after ${unclear.minutesTogether} min`}>
        <p>Your earning waits until {otherName} has said that it was fine.</p>
        {unclear.asks === "reason" && (
          <form
            className="grid gap-2.5"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBlank(reason)) sending.mutate({ reason: reason.trim() });
            }}
          >
            <Field label="Why was it short?" hint={`${otherName} reads this.`} required>
              {(control) => (
                <TextArea
                  {...control}
                  rows={2}
                  maxLength={maxShortReason}
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </Field>
            <p>
              <Button size="sm" type="submit" pending={sending.isPending} inactive={isBlank(reason)}>
                Send
              </Button>
            </p>
          </form>
        )}
        {failure}
      </Question>
    );
  }
  const until = new Date(new Date(booking.endTime).getTime() + nobodyCameAnswerHours * 3_600_000);
  return (
    <Question title="Did this interview take place?">
      {unclear.asks === "took-place" ? (
        <>
          <p>
            Nobody was in the room. If you met elsewhere, both of you say so until{" "}
            {formatDateTime(until, timeZone)}. If not, the session is returned.
          </p>
          <p className="flex flex-wrap gap-2.5">
            {answer(false, "It did not")}
            {answer(true, "It took place elsewhere")}
          </p>
          {failure}
        </>
      ) : (
        <p>You said yes. We wait for {otherName}.</p>
      )}
    </Question>
  );
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid w-full gap-2.5 rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-sm"
    >
      <h3 className="font-text text-base font-semibold">{title}</h3>
      {children}
    </section>
  );
}
