import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { Spotlight } from "../../../ui/spotlight.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";

interface NoSessionsProps {
  title: string;
  detail: string;
  linkLabel: string;
}

/** The booking page of someone who has nothing to book with. */
function NoSessions({ title, detail, linkLabel }: NoSessionsProps) {
  return (
    <Card className="relative mt-4 grid justify-items-center gap-3 overflow-hidden !py-16 text-center">
      <Spotlight className="-top-40 w-96" />
      <h1 className="relative text-2xl">{title}</h1>
      <p className="relative max-w-md text-ink-2">{detail}</p>
      <Link to={paths.pricing} reloadDocument className={buttonClass({ size: "lg", className: "mt-4" })}>
        {linkLabel}
      </Link>
    </Card>
  );
}

export function NoPlan() {
  return (
    <NoSessions
      title="You Don't Have an Active Plan"
      detail="A plan brings the sessions that interviews are booked with. Pay once, book when you are ready."
      linkLabel="View Plans"
    />
  );
}

/** `news`: the deed that used up the last session, such as a late cancellation, whose ticket is gone with it. */
export function UsedUp({ news }: { news: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (news !== null) place.current?.focus();
  }, [news]);
  return (
    <>
      <div ref={place} tabIndex={-1} className="outline-none">
        <StatusMessage message={news} />
      </div>
      <NoSessions
        title="You've Used All Your Sessions"
        detail="Your past interviews and their feedback stay under My Sessions. Another session is one step away."
        linkLabel="Purchase More Sessions"
      />
    </>
  );
}
