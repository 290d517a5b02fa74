import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Card, Glow } from "../../ui/panels.tsx";
import { type Notice, NoticeMessage } from "../../ui/status.tsx";

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

/** The booking page of a user who has no session to book with. */
function NoCredits({ title, detail, linkLabel }: { title: string; detail: string; linkLabel: string }) {
  return (
    <Card className="relative mt-4 grid justify-items-center gap-3 overflow-hidden !py-16 text-center">
      <Glow className="-top-40 w-96" />
      <h1 className="relative text-2xl">{title}</h1>
      <p className="relative max-w-md text-ink-2">{detail}</p>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ size: "lg", className: "mt-4" })}>
        {linkLabel}
      </Link>
      <Link to={paths.practice} className={buttonClass({ variant: "ghost" })}>
        Practice alone, free
      </Link>
    </Card>
  );
}

export function NoPlan() {
  return (
    <NoCredits
      title="You Don't Have an Active Plan"
      detail="Plans give you the sessions you use to book interviews. Pay once, book when you're ready."
      linkLabel="View Plans"
    />
  );
}

/**
 * `notice`: the result of the action that spent the last session, such as a late cancellation, because its ticket is
 * no longer there to show it.
 */
export function AllCreditsUsed({ notice }: { notice: Notice | null }) {
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
      />
    </>
  );
}
