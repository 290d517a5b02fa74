import type { WorkLine } from "@greenroom/contract/desk/today.ts";
import clsx from "clsx";
import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { formatAge } from "../../format/times.ts";
import { useUser } from "../../session/session.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { StatusDot } from "../../ui/status.tsx";
import { useDeskTime } from "../time/desk-time.tsx";
import { Assignee } from "./assignee.tsx";
import type { ChangeLine } from "./use-work-lines.ts";
import { workKindTexts } from "./work-kinds.ts";

interface WorkLineItemProps {
  line: WorkLine;
  now: Date;
  change: ChangeLine;
  isSelected: boolean;
  onSelect: () => void;
  onFinish: () => void;
}

/** One work line: its age, its subject, the operator who works on it, and the next step. */
export function WorkLineItem({ line, now, change, isSelected, onSelect, onFinish }: WorkLineItemProps) {
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
