import {
  type OperatorPerson,
  type TimelineEvent,
  type TimelineKind,
  timelineKinds,
} from "@greenroom/contract/desk/people.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import {
  ArrowLeftRight,
  Banknote,
  CalendarDays,
  CreditCard,
  Dumbbell,
  FileText,
  IdCard,
  type LucideIcon,
  Mail,
  ScrollText,
  ShoppingCart,
  Star,
  Ticket,
  UserPlus,
} from "lucide-react";
import { Link } from "react-router";
import { pageOptionsFor } from "../../api/query-client.tsx";
import { LoadMore } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { FilterChoice, useAddressFilter } from "../filters/filter-fields.tsx";
import { DeskTime } from "../layout/desk-parts.tsx";
import { describeEvent, resendableOf } from "./timeline-words.ts";

const kindTexts: Record<TimelineKind, { label: string; icon: LucideIcon }> = {
  payment: { label: "Payments", icon: CreditCard },
  order: { label: "Unpaid orders", icon: ShoppingCart },
  refund: { label: "Refunds", icon: ArrowLeftRight },
  ledger: { label: "Sessions", icon: Ticket },
  interview: { label: "Interviews", icon: CalendarDays },
  mail: { label: "Emails", icon: Mail },
  resume: { label: "Resume", icon: FileText },
  profile: { label: "Interviewer's profile", icon: IdCard },
  practice: { label: "Practice rounds", icon: Dumbbell },
  rating: { label: "Ratings", icon: Star },
  payout: { label: "Payouts and earnings taken back", icon: Banknote },
  application: { label: "Applications", icon: UserPlus },
  audit: { label: "Sign-ins, changes and views", icon: ScrollText },
};

/** Everything that happened around a person, newest first. */
export function Timeline({ person }: { person: OperatorPerson }) {
  const { values, set } = useAddressFilter();
  const kind = timelineKinds.find((known) => known === values.kind);
  const events = useInfiniteQuery({
    ...pageOptionsFor("GET /api/operator/people/:id/timeline", { kind }, { id: person._id }),
    refetchOnWindowFocus: false,
  });
  return (
    <section aria-labelledby="timeline">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="timeline" className="text-xl">
            Everything, newest first
          </h2>
          {kind === undefined && <p className="text-sm text-ink-2">Operator views hidden</p>}
        </div>
        <FilterChoice
          label="Show"
          all="All kinds"
          choices={Object.fromEntries(timelineKinds.map((known) => [known, kindTexts[known].label]))}
          value={kind}
          onChange={(next) => set({ kind: next })}
        />
      </div>
      <OperatorQueryContent query={events} loadingLabel="Loading the timeline…">
        {({ pages }) => {
          const rows = pages.flatMap(({ output }) => output);
          return (
            <Card padded={false}>
              {rows.length === 0 ? (
                <EmptyState title="Nothing of this kind" detail="Choose another kind to see more." />
              ) : (
                <ol className="divide-y divide-line">
                  {rows.map((event) => (
                    <TimelineItem key={event._id} person={person} event={event} />
                  ))}
                </ol>
              )}
              <LoadMore query={events} noun="events" />
            </Card>
          );
        }}
      </OperatorQueryContent>
    </section>
  );
}

interface TimelineItemProps {
  person: OperatorPerson;
  event: TimelineEvent;
}

function TimelineItem({ person, event }: TimelineItemProps) {
  const { kind, at } = event;
  const { title, detail } = describeEvent(event);
  const bookingId = "bookingId" in event ? event.bookingId : null;
  const Icon = kindTexts[kind].icon;
  const resend = resendableOf(event);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 py-3 sm:px-5">
      <span className="mt-0.5 grid size-8 place-items-center rounded-full bg-sunk text-ink-2">
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="break-words font-text text-base font-semibold">{title}</h3>
          <span className="text-sm text-ink-3">
            <DeskTime at={at} />
          </span>
        </div>
        {detail !== "" && <p className="break-words text-sm text-ink-2">{detail}</p>}
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          {"paymentId" in event && (
            <EventLink to={paths.operatorPayment(event.paymentId)}>Open the payment</EventLink>
          )}
          {kind === "order" && (
            <EventLink to={paths.operatorUnpaidOrders(person.email)}>Open their unpaid orders</EventLink>
          )}
          {kind === "application" && (
            <EventLink to={paths.operatorApplication(event.applicationId)}>Open the application</EventLink>
          )}
          {bookingId !== null && (
            <EventLink to={paths.operatorBooking(bookingId)}>Open the booking</EventLink>
          )}
          {resend !== null && (
            <ActionButton
              button={{ variant: "ghost", flush: true }}
              title="Send an email again"
              confirmLabel="Send again"
              id={person._id}
              action={"POST /api/operator/people/:id/resend-mail"}
              input={resend}
            >
              {resend.mail === "receipt" ? "Send the receipt again" : "Send the confirmation again"}
            </ActionButton>
          )}
        </p>
      </div>
    </li>
  );
}

function EventLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-8 items-center">
      {children}
    </Link>
  );
}
