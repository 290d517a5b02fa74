import type { DeskPerson } from "@greenroom/contract/desk/actions.ts";
import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { useCallback } from "react";
import { Link } from "react-router";
import { networkMessages } from "../../api/client.ts";
import { useSite } from "../../app/page-data.ts";
import { pageMeta } from "../../app/page-meta.ts";
import { formatDateTime, formatLongDay } from "../../format/times.ts";

import { paths } from "../../paths.ts";
import { BreakableAddress } from "../../ui/content.tsx";
import { useNow } from "../../ui/hooks.ts";

/** A link from a record to the list that contains it. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link mb-2 inline-flex min-h-11 items-center text-sm">
      {children}
    </Link>
  );
}

/** The document's title for a page of the desk, which tells tabs and entries of the browser's history apart. */
export const deskMeta = (title: string) => pageMeta(`${title} · Operator's desk`);

/** Writes an instant of the API, for sentences. Elsewhere use `DeskTime`. */
export function useDeskTime(): (instant: string) => string {
  const timeZone = useDeskZone();
  return useCallback((instant: string) => formatDateTime(new Date(instant), timeZone), [timeZone]);
}

/** An instant of the API, with its zone as a tooltip. */
export function DeskTime({ at }: { at: string }) {
  const timeZone = useDeskZone();
  const instant = new Date(at);
  return (
    <time
      dateTime={at}
      title={`${formatDateTime(instant, timeZone)}, ${timeZoneLabel(timeZone, instant)}`}
      className="tabular"
    >
      {formatDateTime(instant, timeZone)}
    </time>
  );
}

/** Today's date, and the zone in which all times of the desk are. */
export function DeskZone() {
  const timeZone = useDeskZone();
  const now = useNow();
  return (
    <p className="mb-3 text-sm text-ink-3 print:hidden">
      {formatLongDay(now, timeZone)}. All times at the desk are in {timeZoneLabel(timeZone, now)}.
    </p>
  );
}

/**
 * The zone of every time at the desk: the business's, in which the server writes previews and closes the days of the
 * figures. Two operators in different zones read the same hour. The frame names the zone above each page.
 */
export function useDeskZone(): string {
  return useSite().timeZone;
}

/** A person's name as a link to their page, with their address. */
export function PersonCell({ person: { _id, name, email } }: { person: DeskPerson }) {
  return (
    <span className="block min-w-0">
      <Link to={paths.operatorPerson(_id)} className="link">
        {name || "No name"}
      </Link>
      <span className="block text-sm text-ink-3">
        <BreakableAddress>{email}</BreakableAddress>
      </span>
    </span>
  );
}

const network = networkMessages.checkConnection;

/** Messages for calls that fail without a message from the server. */
export const operatorMessages = {
  access: { failed: "❌ The operator's desk could not be opened.", network },
  load: { failed: "❌ This could not be loaded.", network },
  action: { failed: "❌ This was not done.", network },
} as const;
