import type { NamedPerson } from "@greenroom/contract/desk/desk-people.ts";
import { getPerson } from "@greenroom/contract/desk/people.ts";
import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatAge } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useUser } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { DescriptionList, Pill } from "../../ui/content.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";
import { PersonFigures } from "../people/person-summary.tsx";
import { DeskTime } from "../time/desk-time.tsx";
import { Assignee } from "./assignee.tsx";
import type { ChangeLine } from "./use-work-lines.ts";
import { workKindTexts } from "./work-kinds.ts";

interface LinePanelProps {
  line: WorkLine;
  now: Date;
  change: ChangeLine;
  onFinish: () => void;
}

/** The facts of one work line, and its actions. */
export function LinePanel({ line, now, change, onFinish }: LinePanelProps) {
  const { title, isUrgent, nextStep } = workKindTexts[line.kind];
  const { label, to } = nextStep(line, useUser()._id);
  const { people, startsAt, since, detail, takenBy, bookingId, paymentId } = line;
  const facts = [
    ...people.map((person, index) => ({
      term: index === 0 ? "Person" : "With",
      detail: (
        <Link to={paths.operatorPerson(person._id)} className="link break-words">
          {person.name || "No name"}
        </Link>
      ),
    })),
    ...(startsAt === null ? [] : [{ term: "Interview", detail: <DeskTime at={startsAt} /> }]),
    {
      term: "Waiting for",
      detail: (
        <>
          {formatAge(new Date(since), now)}, since <DeskTime at={since} />
        </>
      ),
    },
    { term: "Details", detail: <span className="break-words">{detail}</span> },
  ];
  const [first] = people;
  return (
    <div className="grid gap-5">
      <p>
        <Pill status={isUrgent ? "bad" : "wait"}>{isUrgent ? "Urgent" : "Waiting"}</Pill>
      </p>
      <DescriptionList items={facts} />
      <Link to={to} className={buttonClass({ className: "justify-between" })}>
        {label}
        <ArrowRight aria-hidden="true" className="size-4" />
      </Link>
      <div className="flex flex-wrap items-center gap-2">
        <Assignee line={line} title={title} change={change} />
        <Button
          size="sm"
          variant="quiet"
          inactive={takenBy !== null && !takenBy.isMe}
          onClick={onFinish}
          aria-label={`Mark as done: ${title}`}
        >
          Mark as done
        </Button>
      </div>
      <p className="flex flex-wrap gap-x-4 text-sm empty:hidden">
        {bookingId !== null && to !== paths.operatorBooking(bookingId) && (
          <Link to={paths.operatorBooking(bookingId)} className="link inline-flex min-h-9 items-center">
            Open the booking
          </Link>
        )}
        {paymentId !== null && to !== paths.operatorPayment(paymentId) && (
          <Link to={paths.operatorPayment(paymentId)} className="link inline-flex min-h-9 items-center">
            Open the payment
          </Link>
        )}
      </p>
      {first !== undefined && <PersonSummary key={first._id} person={first} />}
    </div>
  );
}

/** A person's figures, shown on request only, because each read is a line of the audit log. */
function PersonSummary({ person }: { person: NamedPerson }) {
  const [isShown, setShown] = useState(false);
  const query = useQuery({
    ...queryOptionsFor(getPerson, { params: { id: person._id } }),
    enabled: isShown,
    refetchOnWindowFocus: false,
  });
  return (
    <section aria-label={person.name} className="border-t border-line pt-4">
      {isShown ? (
        <>
          <OperatorQueryContent query={query} loadingLabel="Loading this person…">
            {(loaded) => <PersonFigures person={loaded} isNarrow />}
          </OperatorQueryContent>
          <p className="text-sm text-ink-3">Viewing this is logged.</p>
        </>
      ) : (
        <Button size="sm" variant="quiet" onClick={() => setShown(true)}>
          Money and sessions of {person.name || "this person"}
        </Button>
      )}
    </section>
  );
}
