import { isBlank } from "@greenroom/contract/kernel/plain-text.ts";
import {
  type Booking,
  type InterviewerBooking,
  maxShortReason,
  nobodyCameAnswerHours,
} from "@greenroom/contract/schedule/bookings.ts";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorMessage, networkMessages } from "../../api/client.ts";
import { formatDateTime } from "../../format/times.ts";
import { Button, type ButtonSize } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Field, TextArea } from "../../ui/fields.tsx";
import { type Notice, StatusMessage, type Tone } from "../../ui/status.tsx";
import { AttendanceNote } from "./booking-status.tsx";
import { sidesOf } from "./booking-text.ts";
import { type RunChange, useLostRefusal } from "./queries.ts";

interface BookingActionButtonProps {
  label: string;
  /** Names the booking, for screen readers. */
  about: string;
  question: string;
  confirmLabel: string;
  confirmInactive?: boolean;
  keepLabel: string;
  danger?: boolean;
  size?: ButtonSize;
  /** Shown for a failure that the server did not explain. */
  failed?: string;
  onOpen?: () => void;
  /** The consequences; rendered when the dialog opens. */
  children: ReactNode;
  /** Its message has the tone `good`, unless it returns another. The dialog stays open for null: it asks something more. */
  run: () => Promise<{ msg: string; tone?: Tone } | null>;
  onDone: (notice: Notice) => void;
}

const messages = {
  failed: "❌ That did not work. Please try again.",
  network: networkMessages.checkConnection,
};

/** An action that changes a booking. A dialog asks first and explains the consequences; it also shows a refusal. */
export function BookingActionButton(props: BookingActionButtonProps) {
  const { label, about, question, size = "sm", failed = messages.failed, onOpen, run, onDone } = props;
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const refusal = useLostRefusal(onDone);
  const action = useMutation({
    mutationFn: run,
    onMutate: refusal.clear,
    onError: refusal.record,
    onSuccess(done) {
      if (done === null) return;
      const { msg, tone = "good" } = done;
      setConfirmOpen(false);
      onDone({ message: msg, tone });
    },
  });
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        onClick={() => {
          action.reset();
          onOpen?.();
          setConfirmOpen(true);
        }}
      >
        <span>
          {label}
          <span className="sr-only"> {about}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={isConfirmOpen}
        title={question}
        message={
          <div className="grid gap-3">
            {props.children}
            <StatusMessage
              message={action.error && errorMessage(action.error, { ...messages, failed })}
              tone="bad"
            />
          </div>
        }
        confirmLabel={props.confirmLabel}
        confirmInactive={props.confirmInactive}
        cancelLabel={props.keepLabel}
        danger={props.danger}
        pending={action.isPending}
        onConfirm={() => action.mutate()}
        onCancel={() => {
          refusal.clear();
          setConfirmOpen(false);
        }}
      />
    </>
  );
}

interface OutcomeProps {
  booking: Booking | InterviewerBooking;
  timeZone: string;
  /** Reloads everything that depends on the booking. */
  runChange: RunChange;
  onDone: (notice: Notice) => void;
}

/** Reports that the other party did not attend. The dialog shows what the room recorded. */
export function ReportNoShow({
  booking,
  timeZone,
  runChange,
  onDone,
  children,
}: OutcomeProps & { /** The consequences. */ children: ReactNode }) {
  const { otherName } = sidesOf(booking);
  // This person is said to have missed it, so the report is an answer.
  const label = booking.status.startsWith("no_show") ? "Report a mistake" : "Report a no-show";
  return (
    <BookingActionButton
      label={label}
      about={`of ${otherName}`}
      question={`Report that ${otherName} did not attend?`}
      confirmLabel={label}
      keepLabel="Go back"
      run={() => runChange(() => call("POST /api/bookings/:id/no-show", { params: { id: booking._id } }))}
      onDone={onDone}
    >
      <AttendanceNote booking={booking} timeZone={timeZone} />
      {children}
    </BookingActionButton>
  );
}

/** Asks about an interview that ended early or to which nobody came; afterwards says what it waits for. */
export function UnclearQuestion({ booking, timeZone, runChange, onDone }: OutcomeProps) {
  const { viewer, otherName } = sidesOf(booking);
  const [reason, setReason] = useState("");
  const params = { params: { id: booking._id } };
  const sending = useMutation({
    mutationFn: (body: { tookPlace: boolean } | { reason: string }) =>
      runChange<{ msg: string }>(() =>
        "reason" in body
          ? call("POST /api/interviewer/bookings/:id/complete", { ...params, body })
          : call("POST /api/bookings/:id/took-place", { ...params, body }),
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
        <p>{unclear.reason === null ? together : `${together} ${otherName}: “${unclear.reason}”`}</p>
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
            <ReasonField label="Why was it short?" reader={otherName} value={reason} onChange={setReason} />
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

interface ReasonFieldProps {
  label: string;
  reader: string;
  value: string;
  onChange: (reason: string) => void;
}

export function ReasonField({ label, reader, value, onChange }: ReasonFieldProps) {
  return (
    <Field label={label} hint={`${reader} reads this.`} required>
      {(control) => (
        <TextArea
          {...control}
          rows={2}
          maxLength={maxShortReason}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
