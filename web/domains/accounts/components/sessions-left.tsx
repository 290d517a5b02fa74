import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { CueLight } from "../../../ui/cue-light.tsx";

/** `2 sessions left`, `1 session left`, `No sessions left`. */
export function sessionsLeft(count: number): string {
  return `${count === 0 ? "No" : count} ${count === 1 ? "session" : "sessions"} left`;
}

/** At the foot of the sidebar. */
export function SessionsLeftCard({ count, planType }: { count: number; planType: string | null }) {
  return (
    <section aria-label="Your plan" className="rounded-sm bg-stage-2 px-3 py-3 text-sm">
      <p className="font-semibold tabular">{sessionsLeft(count)}</p>
      <p className="text-on-stage-2">{planType ? `${planType} plan` : "No plan yet"}</p>
    </section>
  );
}

/** From here down one is reminded to buy (spec §9). */
const lowFrom = 1;

export function LowSessionsBanner({ count }: { count: number }) {
  if (count > lowFrom) return null;
  return (
    <section
      aria-label="Sessions left"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md border border-spot-line bg-spot-tint px-4 py-2.5 text-amber print:hidden"
    >
      <CueLight status="wait" className="text-base">
        {count === 0 ? "You have no sessions left." : "You have only 1 session left."}
      </CueLight>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ look: "quiet", size: "sm" })}>
        Buy More Plans
      </Link>
    </section>
  );
}
