import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import type { TimeOff } from "@greenroom/contract/schedule/weekly-availability.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { formatSlotRange } from "../../format/times.ts";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { BreakableAddress, EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import type { Notice } from "../../ui/status.tsx";
import { useTimeOff, weeklyMessages } from "./rule-list.tsx";
import { formatCalendarDay, formatStillBooked } from "./rule-text.ts";
import { SlotInterviewActions } from "./slot-details.tsx";

interface TimeOffListProps {
  onEnd: (timeOff: TimeOff) => void;
  /** Called with the result of an action on an interview that is still booked. */
  onChanged: (notice: Notice) => void;
}

export function TimeOffList({ onEnd, onChanged }: TimeOffListProps) {
  const timeOff = useTimeOff();
  return (
    <QueryContent query={timeOff} loadingLabel="Loading your time off…" messages={weeklyMessages.loadOff}>
      {(list) =>
        list.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              title="No time off planned"
              detail="Days off remove your open slots. Booked interviews stay, and are listed here."
            />
          </Card>
        ) : (
          <ul className="grid gap-4">
            {list.map((entry) => (
              <li key={entry._id}>
                <TimeOffCard timeOff={entry} onEnd={() => onEnd(entry)} onChanged={onChanged} />
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

interface TimeOffCardProps {
  timeOff: TimeOff;
  onEnd: () => void;
  onChanged: (notice: Notice) => void;
}

function TimeOffCard({ timeOff, onEnd, onChanged }: TimeOffCardProps) {
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
          <ul className="mt-2 grid gap-3 text-sm">
            {timeOff.booked.map((booking) => (
              <li key={booking._id}>
                <span className="tabular">
                  {formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone)}
                </span>{" "}
                with {fullName(booking.userId)}
                <a href={`mailto:${booking.userId.email}`} className="link block">
                  <BreakableAddress>{booking.userId.email}</BreakableAddress>
                </a>
                <SlotInterviewActions bookingId={booking._id} timeZone={timeZone} onDone={onChanged} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
