import type { ClosedDay } from "@greenroom/contract/desk/bookings.ts";
import { timeZoneAbbreviation } from "@greenroom/contract/kernel/time-zones.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { LoadMore } from "../../app/query-content.tsx";
import { startOfDay } from "../../format/local-time.ts";
import { formatDay } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/loading.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { operatorMessages, useDeskZone } from "../layout/desk-parts.tsx";

interface ClosedDaysProps {
  title: string;
  person?: string | undefined;
  /** On the page of this person, which would link to itself. */
  isOnTheirPage?: boolean;
  /** The first instant of the days shown, and the first one after them. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The days that we closed in interviewers' calendars, each with its undo. Nothing if there is none. */
export function ClosedDays({ title, person, isOnTheirPage = false, from, to }: ClosedDaysProps) {
  const deskZone = useDeskZone();
  const closed = useInfiniteQuery({
    ...pageOptionsFor("GET /api/operator/closed-days", { person, from, to }),
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
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="closed-days" className="mb-4 rounded-md border border-line bg-card px-4 py-3">
      <h2 id="closed-days" className="font-text text-base font-semibold">
        {title}
      </h2>
      <ul>
        {days.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center justify-between gap-2 py-1">
            <span>
              {!isOnTheirPage && (
                <span>
                  <Link to={paths.operatorPerson(one.interviewer._id)} className="link">
                    {nameOf(one)}
                  </Link>
                  {", "}
                </span>
              )}
              <span>{dayOf(one, deskZone)}</span>
            </span>
            <ActionButton
              title="Open the day again"
              action={"POST /api/operator/closed-days/reopening"}
              input={{ daysOff: [one._id] }}
              confirmLabel="Open it again"
            >
              Open the day again
              <span className="sr-only">
                {" "}
                for {nameOf(one)}, {dayOf(one, deskZone)}
              </span>
            </ActionButton>
          </li>
        ))}
      </ul>
      <LoadMore query={closed} noun="closed days" />
    </section>
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
