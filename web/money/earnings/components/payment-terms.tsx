import { getPayoutDetails } from "@greenroom/contract/people/interviewers/payout-details.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { formatDateTime } from "../../../format/format-time.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { paths } from "../../../paths.ts";
import { useTimeZone } from "../../../session/use-time-zone.ts";

/** Says why amounts differ, and when and where they are paid. */
export function PaymentTerms() {
  return (
    <div className="mb-6 grid max-w-prose gap-2 text-ink-2">
      <p>
        Each amount is a share of what the interviewee paid for the session, so it depends on their plan and
        discount. The CSV file has the price and your share of each. An amount that was paid and taken back
        has a second line there.
      </p>
      <p>
        We transfer credited amounts together. There is no fixed day; once an amount is paid, its line names
        the date and the reference. <Destination />
      </p>
    </div>
  );
}

/** Where the money goes. Account Settings shows it too, so a failed load shows only the link there. */
function Destination() {
  const { data: details } = useQuery(queryOptionsFor(getPayoutDetails));
  const timeZone = useTimeZone();
  const link = (text: string) => (
    <Link to={paths.interviewerAccount} className="link">
      {text}
    </Link>
  );
  if (details === undefined) return <>Where: see {link("Account")}.</>;
  const { current, pending } = details;
  if (current !== null) {
    return (
      <>
        We pay to {current.account}, which you can change under {link("Account")}.
      </>
    );
  }
  if (pending !== null) {
    return (
      <>
        Your payout details are used from {formatDateTime(new Date(pending.usableAt), timeZone)},{" "}
        {timeZoneLabel(timeZone, new Date(pending.usableAt))}.
      </>
    );
  }
  return <>You have no payout details in use. {link("Add payout details")}</>;
}
