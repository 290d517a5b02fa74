import type { NamedPerson } from "@greenroom/contract/desk/actions.ts";
import { maxCountOfKind, type WorkKind, type WorkLine, workKinds } from "@greenroom/contract/desk/today.ts";
import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { ArrowRight } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { OutputOf } from "../../api/endpoints.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatAge } from "../../format/times.ts";
import { paths } from "../../paths.ts";
import { useUser } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Avatar, DescriptionList, EmptyState, Pill } from "../../ui/content.tsx";
import { Drawer } from "../../ui/dialogs.tsx";
import { useMediaQuery } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { OperatorQueryContent } from "../access/operator-calls.tsx";
import { useAddressFilter } from "../filters/filter-fields.tsx";
import { DeskTime, useDeskTime } from "../layout/desk-parts.tsx";
import { PersonFigures } from "../people/person-summary.tsx";
import type { ChangeLine } from "./done-list.tsx";
import { workKindTexts } from "./work-kinds.ts";

type Today = OutputOf<"GET /api/operator/today">;

interface WaitingLinesProps {
  today: Today;
  isMineOnly: boolean;
  now: Date;
  change: ChangeLine;
  onFinish: (line: WorkLine) => void;
}

const keyOf = ({ kind, subject }: WorkLine) => `${kind}:${subject}`;

/** The waiting lines, with the selected one in a drawer. */
export function WaitingLines({ today, isMineOnly, now, change, onFinish }: WaitingLinesProps) {
  const { values, set } = useAddressFilter();
  const isWide = useMediaQuery("(min-width: 80rem)");
  const shown = isMineOnly ? today.lines.filter(({ takenBy }) => takenBy?.isMe) : today.lines;
  const isUrgent = ({ kind }: WorkLine) => workKindTexts[kind].isUrgent;
  // What money or an interview depends on comes before what is only to be read.
  const lines = [...shown.filter(isUrgent), ...shown.filter((line) => !isUrgent(line))];
  const selected = lines.find((line) => keyOf(line) === values.line);
  return (
    <>
      <Card padded={false}>
        {lines.length === 0 ? (
          <EmptyState
            headingLevel={2}
            title={isMineOnly ? "You have taken nothing" : "Nothing is waiting"}
            detail={isMineOnly ? "Take a line, and it is listed here." : "New items appear without a reload."}
          />
        ) : (
          <ul className="divide-y divide-line">
            {lines.map((line) => (
              <WorkLineItem
                key={keyOf(line)}
                line={line}
                now={now}
                change={change}
                isSelected={line === selected}
                onSelect={() => set({ line: line === selected ? null : keyOf(line) })}
                onFinish={() => onFinish(line)}
              />
            ))}
          </ul>
        )}
      </Card>
      {!isMineOnly && <Rest today={today} />}
      <p className="mt-3 text-sm text-ink-3">
        Money and interviews first, then what is to be read; of each, the oldest first.
      </p>
      {selected !== undefined && (
        <Drawer
          open
          title={workKindTexts[selected.kind].title}
          side={isWide ? "right" : "bottom"}
          onClose={() => set({ line: null })}
        >
          <LinePanel line={selected} now={now} change={change} onFinish={() => onFinish(selected)} />
        </Drawer>
      )}
    </>
  );
}

/**
 * The pages that list all lines of a kind. The other kinds have none: their next lines appear as the oldest
 * are done.
 */
const listOf: Partial<Record<WorkKind, string>> = {
  application: `${paths.operatorInterviewers}?view=applications`,
  "failed-job": paths.operatorHealth,
};

/** Names the kinds of which more lines wait than are listed. */
function Rest({ today: { lines, byKind } }: { today: Today }) {
  const rest = workKinds.flatMap((kind) => {
    const all = byKind[kind] ?? 0;
    const shown = lines.filter((line) => line.kind === kind).length;
    return all > shown ? [{ kind, more: all - shown, isAtLeast: all >= maxCountOfKind }] : [];
  });
  if (rest.length === 0) return null;
  return (
    <ul className="mt-3 grid gap-1 text-sm text-ink-2">
      {rest.map(({ kind, more, isAtLeast }) => {
        const text = `${workKindTexts[kind].title}: and ${isAtLeast ? "at least " : ""}${more} more`;
        const list = listOf[kind];
        return (
          <li key={kind}>
            {text}
            {list === undefined ? (
              <span key="rest">, which follow as the oldest are done.</span>
            ) : (
              <span key="list">
                .{" "}
                <Link to={list} className="link">
                  See all
                </Link>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface WorkLineItemProps {
  line: WorkLine;
  now: Date;
  change: ChangeLine;
  isSelected: boolean;
  onSelect: () => void;
  onFinish: () => void;
}

/** One work line: its age, its subject, the operator who works on it, and the next step. */
function WorkLineItem({ line, now, change, isSelected, onSelect, onFinish }: WorkLineItemProps) {
  const formatTime = useDeskTime();
  const { title, isUrgent, nextStep } = workKindTexts[line.kind];
  const { label, to } = nextStep(line, useUser()._id);
  const { people, startsAt, detail, since, takenBy } = line;
  const names = people.map(({ name }) => name).join(" and ");
  const sentence = `${names}${startsAt === null ? "" : `, ${formatTime(startsAt)}`}`;
  return (
    <li
      className={clsx(
        "grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 px-4 py-3 sm:px-5 lg:grid-cols-[3.5rem_minmax(0,1fr)_auto] lg:items-center",
        (isSelected || takenBy?.isMe) && "border-l-4 border-accent",
        isSelected && "bg-accent-tint",
      )}
    >
      <p className="text-sm text-ink-2 tabular max-lg:col-start-2 max-lg:row-start-1 max-lg:pt-2.5">
        <time dateTime={since} title={formatTime(since)}>
          {formatAge(new Date(since), now)}
        </time>
      </p>
      {/* Without room for columns, the age is beside the title, and the text below both. */}
      <div className="min-w-0 max-lg:contents">
        <h2 className="min-w-0 font-text text-base font-semibold max-lg:col-start-1 max-lg:row-start-1">
          <button
            type="button"
            aria-expanded={isSelected}
            onClick={onSelect}
            className="flex min-h-11 w-full items-center gap-2.5 text-left hover:underline lg:min-h-7"
          >
            <StatusDot status={isUrgent ? "bad" : "wait"} />
            {title}
          </button>
        </h2>
        <div className="min-w-0 break-words pl-4.5 text-sm text-ink-2 max-lg:col-span-2 max-lg:-mt-2">
          {sentence !== "" && <p>{sentence}</p>}
          <p>{detail}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2 max-lg:col-span-2 sm:max-lg:pl-4.5 lg:justify-end">
        <Assignee line={line} title={`${title}, ${sentence}`} change={change} />
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Done: ${title}, ${sentence || detail}`}
          inactive={takenBy !== null && !takenBy.isMe}
          onClick={onFinish}
        >
          Done
        </Button>
        <Link
          to={to}
          className={buttonClass({
            variant: "quiet",
            size: "sm",
            className: "max-lg:order-first lg:min-w-50 lg:justify-between",
          })}
        >
          {label}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      </div>
    </li>
  );
}

interface LinePanelProps {
  line: WorkLine;
  now: Date;
  change: ChangeLine;
  onFinish: () => void;
}

/** The facts of one work line, and its actions. */
function LinePanel({ line, now, change, onFinish }: LinePanelProps) {
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
    ...queryOptionsFor("GET /api/operator/people/:id", { params: { id: person._id } }),
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

interface AssigneeProps {
  line: WorkLine;
  title: string;
  change: ChangeLine;
}

/** The operator who works on a line, with buttons to take it or to give it back. */
function Assignee({ line, title, change }: AssigneeProps) {
  const { takenBy } = line;
  const isPending = change.isPending && change.variables.line === line && change.variables.what !== "finish";
  if (takenBy === null) {
    return (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Take: ${title}`}
        pending={isPending}
        pendingLabel="Taking…"
        onClick={() => change.mutate({ what: "take", line })}
      >
        Take
      </Button>
    );
  }
  return (
    <>
      <span className="flex items-center gap-2 text-sm text-ink-2">
        <Avatar name={takenBy.name} />
        {takenBy.isMe ? "You" : takenBy.name}
      </span>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Give back: ${title}`}
        pending={isPending}
        pendingLabel="Giving back…"
        onClick={() => change.mutate({ what: "release", line })}
      >
        Give back
      </Button>
    </>
  );
}
