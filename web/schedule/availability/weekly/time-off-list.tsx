import type { TimeOff } from "@greenroom/contract/schedule/weekly-availability.ts";
import { Link } from "react-router";
import { QueryContent } from "../../../app/query-content.tsx";
import { formatSlotRange } from "../../../format/format-day.ts";
import { fullName } from "../../../format/full-name.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { BreakableAddress } from "../../../ui/display/breakable-address.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { formatCalendarDay, formatStillBooked } from "./rule-text.ts";
import { useTimeOff, weeklyMessages } from "./weekly-queries.ts";

export function TimeOffList({ onEnd }: { onEnd: (timeOff: TimeOff) => void }) {
  const timeOff = useTimeOff();
  return (
    <QueryContent query={timeOff} loadingLabel="Loading your time off…" messages={weeklyMessages.loadOff}>
      {(list) =>
        list.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              title="No time off planned"
              detail="Days off remove your open slots. Booked interviews stay, and are listed here so you can decide about them."
            />
          </Card>
        ) : (
          <ul className="grid gap-4">
            {list.map((entry) => (
              <li key={entry._id}>
                <TimeOffCard timeOff={entry} onEnd={() => onEnd(entry)} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
  );
}

export function formatTimeOffDays({ firstDay, lastDay }: Pick<TimeOff, "firstDay" | "lastDay">): string {
  return firstDay === lastDay
    ? formatCalendarDay(firstDay)
    : `${formatCalendarDay(firstDay)} – ${formatCalendarDay(lastDay)}`;
}

function TimeOffCard({ timeOff, onEnd }: { timeOff: TimeOff; onEnd: () => void }) {
  const timeZone = useTimeZone();
  const days = formatTimeOffDays(timeOff);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h3 className="font-text text-lg font-semibold tracking-normal tabular">{days}</h3>
          <p className="mt-0.5 text-sm text-ink-3">
            Whole days in {timeZoneLabel(timeOff.timeZone, new Date())}
          </p>
        </div>
        <Button variant="ghost" size="sm" aria-label={`End time off ${days}`} onClick={onEnd}>
          End time off
        </Button>
      </div>
      {timeOff.booked.length > 0 && (
        <div className="mt-4 rounded-sm border border-accent-line bg-accent-tint p-4">
          <p className="font-semibold text-amber">{formatStillBooked(timeOff)}</p>
          <ul className="mt-2 grid gap-2 text-sm">
            {timeOff.booked.map((booking) => (
              <li key={booking._id}>
                <span className="tabular">
                  {formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone)}
                </span>{" "}
                with {fullName(booking.userId)}
                <a href={`mailto:${booking.userId.email}`} className="link block">
                  <BreakableAddress>{booking.userId.email}</BreakableAddress>
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm">
            {timeOff.booked.length === 1 ? "Keep it, or cancel it" : "Keep them, or cancel them"} in{" "}
            <Link to={paths.calendar} className="link">
              your calendar
            </Link>
            .
          </p>
        </div>
      )}
    </Card>
  );
}
