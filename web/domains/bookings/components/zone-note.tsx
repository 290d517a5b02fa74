import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/card.tsx";

/** In whose clock the times are, and where to change it. */
export function ZoneNote({ timeZone }: { timeZone: string }) {
  return (
    <Card tone="tint" className="text-sm">
      <h2 className="font-text text-base font-semibold tracking-normal">Your times, your clock</h2>
      <p className="mt-1.5 text-ink-2">
        Slots are shown in {timeZone}. Change it in{" "}
        <Link to={{ pathname: paths.profile, search: "?tab=account" }} className="link">
          Account Settings
        </Link>
        .
      </p>
    </Card>
  );
}
