import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import type { SlotHold, SlotState } from "@greenroom/contract/schedule/holds.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatExactTime } from "../../format/times.ts";
import { describeSlot } from "../../money/plans/chosen-slot.tsx";
import { paths } from "../../paths.ts";
import { useTimeZone } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { useNow } from "../../ui/hooks.ts";
import { LoadingLines } from "../../ui/loading.tsx";
import { Card, Glow } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";
import { LoadFailure } from "./booking-status.tsx";
import { bookableSlots, useOpenSlots } from "./open-slots.ts";
import { bookingMessages, isFailedQuery } from "./queries.ts";
import { noFilter, useFilteredSlots } from "./slot-filter.ts";
import { SlotFilters, SlotPicker } from "./slot-picker.tsx";
import { WaitList } from "./waits.tsx";

/** The states of the booking page (requirements §2); `unknown` until what decides it is loaded. */
export type BookingPageState = "no-plan" | "no-credits" | "booking" | "unknown";

interface BookingPageFacts {
  planType: string | null;
  sessionCount: number;
  /** False while the plan and the sessions are those that this browser stored when it was last used. */
  isProfileChecked: boolean;
  /** Undefined while they load, or when loading failed. */
  bookings: readonly Pick<Booking, "status">[] | undefined;
}

export function bookingPageState({
  planType,
  sessionCount,
  isProfileChecked,
  bookings,
}: BookingPageFacts): BookingPageState {
  // Sessions can also be a gift to somebody who never bought a plan.
  if (sessionCount > 0 || bookings?.some(({ status }) => status === "pending")) return "booking";
  // They may have been bought on another device since.
  if (!isProfileChecked) return "unknown";
  if (!planType) return "no-plan";
  return bookings === undefined ? "unknown" : "no-credits";
}

interface NoCreditsProps {
  title: string;
  detail: string;
  linkLabel: string;
  /** The slot that the user came for, which a purchase then books; null without one. */
  slotId: string | null;
  /** The same slot, if it is gone. */
  taken: SlotState | null;
}

/** The booking page of a user who has no session to book with: open slots, of which a purchase books one. */
function NoCredits({ title, detail, linkLabel, slotId, taken }: NoCreditsProps) {
  const hold = useQuery({ ...queryOptionsFor("GET /api/user/slot-hold"), staleTime: 0 }).data?.hold ?? null;
  const buysId = slotId ?? hold?.slot._id ?? null;
  return (
    <>
      {hold !== null && <HeldSlot hold={hold} />}
      <WaitList taken={taken} selectedId={null} onChoose={choose} mentorId={null} />
      <div className="grid items-start gap-3 sm:gap-5 lg:grid-cols-2">
        {/* On a phone the slots are in sight, too. */}
        <Card className="relative grid justify-items-center gap-x-4 gap-y-1 overflow-hidden text-center max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:items-center max-sm:!px-4 max-sm:!py-2.5 sm:gap-3 lg:!py-16">
          <Glow className="-top-40 w-96" />
          <h1 className="relative max-sm:flex-1 max-sm:basis-36 max-sm:text-left max-sm:text-lg sm:text-2xl">
            {title}
          </h1>
          <p className="relative max-w-md text-ink-2 max-sm:sr-only">{detail}</p>
          <Link
            to={buysId === null ? paths.pricing : paths.chosenSlot(buysId)}
            reloadDocument
            className={buttonClass({
              size: "lg",
              className: "max-sm:!min-h-10 max-sm:!px-4 max-sm:!text-base sm:mt-2 lg:mt-4",
            })}
          >
            {linkLabel}
          </Link>
          <Link to={paths.practice} className={buttonClass({ variant: "ghost", className: "max-sm:hidden" })}>
            Practice alone, free
          </Link>
        </Card>
        <SlotsToBuy />
      </div>
    </>
  );
}

/** The slot that the user chose and has not paid yet, until its time is over. */
function HeldSlot({ hold: { slot, heldUntil } }: { hold: SlotHold }) {
  const timeZone = useTimeZone();
  const until = new Date(heldUntil);
  if (useNow(1_000) >= until) return null;
  return (
    <Card tone="tint" className="mb-5 flex flex-wrap items-center justify-between gap-3 !py-4">
      <div className="min-w-0 tabular">
        <p className="font-semibold">{describeSlot(slot, timeZone)}</p>
        <p className="mt-0.5 text-ink-2">Held for you until {formatExactTime(until, timeZone)}.</p>
      </div>
      <Link to={paths.chosenSlot(slot._id)} reloadDocument className={buttonClass()}>
        Pay and book
      </Link>
    </Card>
  );
}

const choose = (slotId: string) => window.location.assign(paths.chosenSlot(slotId));

/** The open slots; choosing one leads to the plans, where paying books it. */
function SlotsToBuy() {
  const timeZone = useTimeZone();
  const now = useNow(30_000);
  const { query: slots, later } = useOpenSlots(null);
  const openSlots = useMemo(() => slots.data && bookableSlots(slots.data, [], now), [slots.data, now]);
  const filterState = useState(noFilter);
  const { filter, setFilter, interviewers, slotEvents } = useFilteredSlots({
    filterState,
    slots: openSlots ?? [],
    bookings: [],
    selectedId: null,
    timeZone,
  });
  return (
    <section aria-labelledby="slots-title" className="min-w-0">
      <h2 id="slots-title" className="text-xl max-sm:sr-only sm:mb-3">
        Open slots
      </h2>
      <LoadFailure queries={[slots]} message={bookingMessages.loading} />
      {openSlots === undefined && !isFailedQuery(slots) && (
        <LoadingLines label="Loading open slots…" lines={5} />
      )}
      {openSlots && (
        <div className="grid gap-2 sm:gap-4">
          <p className="text-ink-2 max-sm:text-sm">Choose one, then a plan. Paying books it.</p>
          <SlotFilters filter={filter} interviewers={interviewers} onChange={setFilter} />
          <SlotPicker
            slotEvents={slotEvents}
            timeZone={timeZone}
            hasNoMatches={openSlots.length > 0 && slotEvents.length === 0}
            later={later}
            onShowAll={() => setFilter(noFilter)}
            onSelectEvent={choose}
          />
        </div>
      )}
    </section>
  );
}

type CameFor = Pick<NoCreditsProps, "slotId" | "taken">;

export function NoPlan(cameFor: CameFor) {
  return (
    <NoCredits
      title="You Don't Have an Active Plan"
      detail="Plans give you the sessions you use to book interviews. Pay once, book when you're ready."
      linkLabel="View Plans"
      {...cameFor}
    />
  );
}

interface AllCreditsUsedProps extends CameFor {
  /**
   * The result of the action that spent the last session, such as a late cancellation, because its ticket is no longer
   * there to show it.
   */
  notice: Notice | null;
}

export function AllCreditsUsed({ notice, ...cameFor }: AllCreditsUsedProps) {
  const messageRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice !== null) messageRef.current?.focus();
  }, [notice]);
  return (
    <>
      <div ref={messageRef} tabIndex={-1} className="outline-none">
        <NoticeMessage notice={notice} />
      </div>
      <NoCredits
        title="You've Used All Your Sessions"
        detail="Your past interviews and their feedback stay under My Sessions. Buy another plan to keep practicing."
        linkLabel="Purchase More Sessions"
        {...cameFor}
      />
    </>
  );
}
