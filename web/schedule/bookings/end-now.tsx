import { isBlank } from "@greenroom/contract/kernel/text.ts";
import { getDashboardStats, listEarnings } from "@greenroom/contract/money/earnings.ts";
import { listAvailability } from "@greenroom/contract/schedule/availability.ts";
import {
  completeInterview,
  listInterviewerBookings,
  listInterviewerHistory,
  maxShortReason,
} from "@greenroom/contract/schedule/bookings.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { ApiError, call, errorMessage, networkMessages } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Field, TextArea } from "../../ui/fields.tsx";
import { type Notice, StatusMessage } from "../../ui/status.tsx";
import { useLostRefusal } from "./queries.ts";

const messages = {
  failed: "❌ The interview could not be ended. Please try again.",
  network: networkMessages.checkConnection,
};

interface EndNowProps {
  bookingId: string;
  /** The interviewee. */
  name: string;
  size?: "sm";
  onDone: (notice: Notice) => void;
}

/** The interviewer ends the interview for both. If they were together for a short time only, the dialog asks why. */
export function EndNow({ bookingId, name, size, onDone }: EndNowProps) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const runChange = useInterviewChange();
  const refusal = useLostRefusal(onDone);
  const ending = useMutation({
    mutationFn: () =>
      runChange(() =>
        call(completeInterview, { params: { id: bookingId }, body: { reason: reason.trim() } }),
      ),
    onMutate: refusal.clear,
    onError: refusal.record,
    onSuccess({ msg }) {
      setOpen(false);
      onDone({ message: msg, tone: "good" });
    },
  });
  // The answer stays known while the next attempt is sent.
  const [minutesTogether, setMinutesTogether] = useState<number | null>(null);
  const end = () =>
    ending.mutate(undefined, {
      onError: (error) => setMinutesTogether((known) => known ?? minutesIn(error)),
    });
  const needsReason = minutesTogether !== null;
  const isAsking = minutesIn(ending.error) !== null;
  return (
    <>
      <Button
        variant="quiet"
        size={size}
        onClick={() => {
          ending.reset();
          setMinutesTogether(null);
          setOpen(true);
        }}
      >
        <span>
          End now<span className="sr-only"> the interview with {name}</span>
        </span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={`End the interview with ${name} now?`}
        message={
          <div className="grid gap-3">
            <p>It ends for both of you.</p>
            {needsReason && (
              <>
                <p>
                  You were together for {minutesTogether} min. We ask {name} if that was fine, and your
                  earning waits for the answer.
                </p>
                <Field label="Why does it end early?" hint={`${name} reads this.`} required>
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
              </>
            )}
            <StatusMessage
              message={ending.error && !isAsking ? errorMessage(ending.error, messages) : null}
              tone="bad"
            />
          </div>
        }
        confirmLabel="End now"
        cancelLabel="Keep interviewing"
        pending={ending.isPending}
        confirmInactive={needsReason && isBlank(reason)}
        onConfirm={end}
        onCancel={() => setOpen(false)}
      />
    </>
  );
}

/** The minutes together, if the server needs a reason; otherwise null. */
function minutesIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.details === undefined || Array.isArray(error.details))
    return null;
  const { minutesTogether } = error.details;
  return typeof minutesTogether === "number" ? minutesTogether : null;
}

const affectedEndpoints = [
  listAvailability,
  listInterviewerBookings,
  listInterviewerHistory,
  listEarnings,
  getDashboardStats,
];

/** Returns a function that reloads all data of the interviewer that depends on interviews. */
export function useRefreshInterviews(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    await Promise.all(
      affectedEndpoints.map((endpoint) => client.invalidateQueries({ queryKey: queryKeyFor(endpoint) })),
    );
  }, [client]);
}

/** Runs a change and reloads the data after it, also after a refusal, which means that the data has changed. */
export function useInterviewChange() {
  const refresh = useRefreshInterviews();
  return async <Answer,>(change: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await change();
    } finally {
      await refresh();
    }
  };
}
