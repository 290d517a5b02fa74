import type { TimeOff } from "@greenroom/contract/weekly-availability.ts";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { formatSlotRange } from "../../../ui/time/format-day.ts";
import { fullName } from "../../accounts/person-name.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { Loaded } from "../../site/components/loaded.tsx";
import { sayDay } from "./rule-words.ts";
import { useTimeOff, weeklySentences } from "./weekly-queries.ts";

export function TimeOffList({ onEnd }: { onEnd: (timeOff: TimeOff) => void }) {
  const timeOff = useTimeOff();
  return (
    <Loaded query={timeOff} loadingLabel="Loading your time off…" sentences={weeklySentences.loadOff}>
      {(list) =>
        list.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              title="No time off planned"
              detail="Days off remove your open slots. Interviews that are booked stay, and are listed here to deal with."
            />
          </Card>
        ) : (
          <ul className="grid gap-4">
            {list.map((off) => (
              <li key={off._id}>
                <TimeOffCard timeOff={off} onEnd={() => onEnd(off)} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

export function sayDays({ firstDay, lastDay }: Pick<TimeOff, "firstDay" | "lastDay">): string {
  return firstDay === lastDay ? sayDay(firstDay) : `${sayDay(firstDay)} – ${sayDay(lastDay)}`;
}

function TimeOffCard({ timeOff, onEnd }: { timeOff: TimeOff; onEnd: () => void }) {
  const timeZone = useTimeZone();
  const days = sayDays(timeOff);
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h3 className="font-text text-lg font-semibold tracking-normal tabular">{days}</h3>
          <p className="mt-0.5 text-sm text-ink-3">Whole days, {timeOff.timeZone}</p>
        </div>
        <Button look="ghost" size="sm" aria-label={`End time off ${days}`} onClick={onEnd}>
          End time off
        </Button>
      </div>
      {timeOff.booked.length > 0 && (
        <div className="mt-4 rounded-sm border border-spot-line bg-spot-tint p-4">
          <p className="font-semibold text-amber">
            {timeOff.booked.length === 1 ? "1 interview stands" : `${timeOff.booked.length} interviews stand`}{" "}
            on these days
          </p>
          <ul className="mt-2 grid gap-2 text-sm">
            {timeOff.booked.map((booking) => (
              <li key={booking._id}>
                <span className="tabular">
                  {formatSlotRange(new Date(booking.startTime), new Date(booking.endTime), timeZone)}
                </span>{" "}
                with {fullName(booking.userId)}
                <a href={`mailto:${booking.userId.email}`} className="link block break-all">
                  {booking.userId.email}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-3 text-sm">
            Hold them, or call them off in{" "}
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
