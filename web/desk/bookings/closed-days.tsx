import {
  type ClosedDay,
  listClosedDays,
  previewReopening,
  reopenDays,
} from "@greenroom/contract/desk/bookings/closed-days.ts";
import { timeZoneAbbreviation } from "@greenroom/contract/kernel/time-zones.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Link } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { LoadMore } from "../../app/query-content.tsx";
import { startOfDay } from "../../format/local-time.ts";
import { formatDay } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/loading.tsx";
import { useOperatorCall } from "../access/use-operator-call.ts";
import { ActionDialog } from "../actions/action-dialog.tsx";
import { useRefresh } from "../actions/use-refresh.ts";
import { operatorMessages } from "../messages.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { useDeskZone } from "../time/desk-time.tsx";

interface ClosedDaysProps {
  title: string;
  person?: string | undefined;
  /** The first instant of the days shown, and the first one after them. */
  /** On the page of this person, which would link to itself. */
  isOnTheirPage?: boolean;
  from?: string | undefined;
  to?: string | undefined;
  onDone: (result: ActionResult) => void;
}

const changed = [listClosedDays];

/** The days that we closed in interviewers' calendars, each with its undo. Nothing if there is none. */
export function ClosedDays({ title, person, isOnTheirPage = false, from, to, onDone }: ClosedDaysProps) {
  const deskZone = useDeskZone();
  const [opening, setOpening] = useState<ClosedDay | null>(null);
  const closed = useInfiniteQuery({
    ...pageOptionsFor(listClosedDays, { person, from, to }),
    // Each read is a line of the audit log.
    refetchOnWindowFocus: false,
  });
  const days = closed.data?.pages.flatMap(({ output }) => output) ?? [];
  if (closed.data === undefined && closed.error !== null) {
    return (
      <ErrorState
        message={`The closed days are missing here. ${errorMessage(closed.error, operatorMessages.load)}`}
        onRetry={() => void closed.refetch()}
      />
    );
  }
  return (
    <>
      {days.length > 0 && (
        <section
          aria-labelledby="closed-days"
          className="mb-4 rounded-md border border-line bg-card px-4 py-3"
        >
          <h2 id="closed-days" className="font-text text-base font-semibold">
            {title}
          </h2>
          <ul>
            {days.map((one) => (
              <li key={one._id} className="flex flex-wrap items-center justify-between gap-2 py-1">
                <span>
                  {!isOnTheirPage && (
                    <>
                      <Link to={paths.operatorPerson(one.interviewer._id)} className="link">
                        {nameOf(one)}
                      </Link>
                      {", "}
                    </>
                  )}
                  {dayOf(one, deskZone)}
                </span>
                <Button size="sm" variant="quiet" onClick={() => setOpening(one)}>
                  Open the day again
                  <span className="sr-only">
                    {" "}
                    for {nameOf(one)}, {dayOf(one, deskZone)}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          <LoadMore query={closed} noun="closed days" />
        </section>
      )}
      {opening !== null && <ReopenDialog closed={opening} onDone={onDone} onClose={() => setOpening(null)} />}
    </>
  );
}

const nameOf = ({ interviewer }: ClosedDay) =>
  interviewer.name === "" ? interviewer.email : interviewer.name;

/** `Wed 25 Nov`, with its zone if that is not the desk's: `Wed 25 Nov (EST)`. */
function dayOf({ day, timeZone }: ClosedDay, deskZone: string): string {
  const start = startOfDay(day, timeZone);
  const shown = formatDay(start, timeZone);
  return timeZone === deskZone ? shown : `${shown} (${timeZoneAbbreviation(start, timeZone)})`;
}

interface ReopenDialogProps {
  closed: ClosedDay;
  onDone: (result: ActionResult) => void;
  onClose: () => void;
}

function ReopenDialog({ closed, onDone, onClose }: ReopenDialogProps) {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh(changed);
  const { _id } = closed;
  const loadPreview = useCallback(
    () => operatorCall(previewReopening, { body: { daysOff: [_id] } }),
    [operatorCall, _id],
  );
  return (
    <ActionDialog
      title="Open the day again"
      loadPreview={loadPreview}
      confirmLabel="Open it again"
      onConfirm={async (action) => {
        const { msg } = await operatorCall(reopenDays, { body: { ...action, daysOff: [_id] } });
        onDone({ msg });
        await refresh();
      }}
      onClose={onClose}
    />
  );
}
