import { Link, useSearchParams } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Card } from "../../../ui/card.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { Purchases } from "../../accounts/components/purchases.tsx";
import { SessionsLedger } from "../../accounts/components/sessions-ledger.tsx";
import { useArrivalMessage } from "../../accounts/use-arrival-message.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { pageMeta } from "../../site/components/page-title.ts";
import { LoadFailure } from "../components/load-failure.tsx";
import { SessionSheet } from "../components/session-sheet.tsx";
import { hasFailed, useMySessions } from "../queries.ts";
import { sentences } from "../sentences.ts";

const title = "My Sessions";

export const meta = () => pageMeta(title);

const tabs = [
  { value: "interviews", label: "Interviews", content: <Interviews /> },
  {
    value: "payments",
    label: "Sessions & Payments",
    content: (
      <div className="grid gap-8">
        <SessionsLedger />
        <Purchases />
      </div>
    ),
  },
];

/** The tab stands in the address, so that a receipt leads back to where it was opened. */
export default function MySessions() {
  const timeZone = useTimeZone();
  const arrival = useArrivalMessage();
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "payments" ? "payments" : "interviews";
  // Without any session the empty list says the same with a button of its own.
  const isEmpty = useMySessions().data?.length === 0 && tab === "interviews";
  return (
    <>
      <PageHeader
        title={title}
        detail={`What you booked, bought and heard back. Times in ${timeZone}.`}
        aside={
          !isEmpty && (
            <Link to={paths.booking} className={buttonClass()}>
              Book an interview
            </Link>
          )
        }
      />
      <StatusMessage message={arrival} className="mb-4" />
      <Tabs
        label={title}
        tabs={tabs}
        value={tab}
        onValueChange={(value) => setSearch({ tab: value }, { replace: true, preventScrollReset: true })}
      />
    </>
  );
}

function Interviews() {
  const timeZone = useTimeZone();
  const sessions = useMySessions();
  return (
    <>
      <LoadFailure queries={[sessions]} message={sentences.sessionsLoading} />
      {sessions.data === undefined && !hasFailed(sessions) && (
        <LoadingLines label="Loading your sessions…" lines={6} />
      )}
      {sessions.data && <SessionList sessions={sessions.data} timeZone={timeZone} />}
    </>
  );
}

type Sessions = NonNullable<ReturnType<typeof useMySessions>["data"]>;

/** Whose feedback form is open stands in the address, so that a reload, or the way over sign-in, finds it open again. */
const openForm = "feedback";

function SessionList({ sessions, timeZone }: { sessions: Sessions; timeZone: string }) {
  const [search, setSearch] = useSearchParams();
  if (sessions.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState
          headingLevel={2}
          title="No sessions yet"
          detail="Book your first interview: it appears here with the way in, and later with its feedback."
          action={
            <Link to={paths.booking} className={buttonClass()}>
              Book your first interview
            </Link>
          }
        />
      </Card>
    );
  }
  return (
    <section aria-label="All sessions">
      <h2 className="sr-only">All sessions</h2>
      <ul className="grid gap-3">
        {sessions.map((booking) => (
          <li key={booking._id}>
            <SessionSheet
              booking={booking}
              timeZone={timeZone}
              writing={search.get(openForm) === booking._id}
              onWrite={(writing) =>
                setSearch(writing ? { [openForm]: booking._id } : {}, {
                  replace: true,
                  preventScrollReset: true,
                })
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
