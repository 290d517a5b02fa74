import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useNavigationMessage } from "../../../app/dashboard/dashboard-layout.tsx";
import { pageMeta } from "../../../app/page-meta.ts";
import { CreditLedger, PurchaseList } from "../../../money/payments/purchase-history.tsx";
import { paths } from "../../../paths.ts";
import { isFiltering, useBookingFilter } from "../../../schedule/bookings/booking-filter.ts";
import { useAllBookings } from "../../../schedule/bookings/queries.ts";
import { useTimeZone } from "../../../session/session.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { PageHeader } from "../../../ui/content.tsx";
import { StatusMessage } from "../../../ui/status.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { SessionList } from "../session-list.tsx";

const title = "My Sessions";

export const meta = () => pageMeta(title);

const paymentsTab = {
  value: "payments",
  label: "Sessions & Payments",
  content: (
    <div className="grid gap-8">
      <CreditLedger />
      <PurchaseList />
    </div>
  ),
};

/** The URL contains the tab, so that a receipt can link back to it. */
export default function MySessions() {
  const timeZone = useTimeZone();
  const navigationMessage = useNavigationMessage();
  // After an interview that message asks for the rating, so it is outdated once one is sent.
  const [hasAnswered, setAnswered] = useState(false);
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "payments" ? "payments" : "interviews";
  // Without any sessions, the empty list contains the same link as a button.
  const { filter, query } = useBookingFilter(timeZone);
  const { data: sessions, isPlaceholderData } = useAllBookings(query);
  const isUnfiltered = !isFiltering(filter) && !isPlaceholderData;
  const isEmpty = tab === "interviews" && isUnfiltered && sessions?.pages[0]?.output.length === 0;
  return (
    <>
      <PageHeader
        title={title}
        detail={`Your bookings, purchases and feedback. Times in ${timeZoneLabel(timeZone, new Date())}.`}
        aside={
          !isEmpty && (
            <Link to={paths.booking} className={buttonClass()}>
              Book an interview
            </Link>
          )
        }
      />
      <StatusMessage message={hasAnswered ? null : navigationMessage} tone="good" className="mb-4" />
      <Tabs
        label={title}
        tabs={[
          {
            value: "interviews",
            label: "Interviews",
            content: <SessionList onAnswered={() => setAnswered(true)} />,
          },
          paymentsTab,
        ]}
        value={tab}
        onValueChange={(value) =>
          setSearch(
            (address) => {
              const changed = new URLSearchParams(address);
              changed.set("tab", value);
              return changed;
            },
            { replace: true, preventScrollReset: true },
          )
        }
      />
    </>
  );
}
