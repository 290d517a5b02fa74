import { Link } from "react-router";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/display/card.tsx";

/** Names the time zone of the times on the page, and links to its setting. */
export function TimeZoneNote({ timeZone }: { timeZone: string }) {
  return (
    <Card tone="tint" className="text-sm">
      <h2 className="font-text text-base font-semibold tracking-normal">Time zone</h2>
      <p className="mt-1.5 text-ink-2">
        Slots are shown in {timeZoneLabel(timeZone, new Date())}. Change it in{" "}
        <Link to={{ pathname: paths.profile, search: "?tab=account" }} className="link">
          Account Settings
        </Link>
        .
      </p>
    </Card>
  );
}
