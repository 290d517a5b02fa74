import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { formatTime } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useSession, useTimeZone } from "../../session/session.tsx";
import { endSeeAs } from "../../session/session-store.ts";

/** Shown on every screen of a tab in which an operator sees the product as another person. */
export default function SeeAsBanner({ until }: { until: Date }) {
  const { user } = useSession();
  const timeZone = useTimeZone();
  function leave() {
    endSeeAs();
    window.location.replace(user === null ? paths.operator : paths.operatorPerson(user._id));
  }
  return (
    <aside
      aria-label="Viewing as another person"
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-b-2 border-accent-strong bg-accent px-4 py-1.5 text-center text-sm text-on-accent"
    >
      <p>
        {user === null ? (
          "This view has ended."
        ) : (
          <span>
            You see what <strong>{fullName(user)}</strong> sees, until {formatTime(until, timeZone)}{" "}
            {timeZoneLabel(timeZone, until)}. Nothing can be changed.
          </span>
        )}
      </p>
      <button type="button" onClick={leave} className="min-h-9 font-semibold underline">
        Back to the desk
      </button>
    </aside>
  );
}
