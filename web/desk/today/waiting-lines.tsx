import {
  type getToday,
  maxCountOfKind,
  type WorkKind,
  type WorkLine,
  workKinds,
} from "@greenroom/contract/desk/today.ts";
import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/content.tsx";
import { Drawer } from "../../ui/dialogs.tsx";
import { useMediaQuery } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { useAddressFilter } from "../table/use-address-filter.ts";
import { LinePanel } from "./line-panel.tsx";
import type { ChangeLine } from "./use-work-lines.ts";
import { workKindTexts } from "./work-kinds.ts";
import { WorkLineItem } from "./work-line-item.tsx";

type Today = EndpointOutput<typeof getToday>;

interface WaitingLinesProps {
  today: Today;
  isMineOnly: boolean;
  now: Date;
  change: ChangeLine;
  onFinish: (line: WorkLine) => void;
}

const keyOf = ({ kind, subject }: WorkLine) => `${kind}:${subject}`;

/**
 * The waiting lines, with the selected one beside the list or, if there is no room, above the bottom edge.
 */
export function WaitingLines({ today, isMineOnly, now, change, onFinish }: WaitingLinesProps) {
  const { values, set } = useAddressFilter(["line"]);
  const isWide = useMediaQuery("(min-width: 80rem)");
  const lines = isMineOnly ? today.lines.filter(({ takenBy }) => takenBy?.isMe) : today.lines;
  const selected = lines.find((line) => keyOf(line) === values.line);
  const close = () => set({ line: null });
  const panel = selected !== undefined && (
    <LinePanel line={selected} now={now} change={change} onFinish={() => onFinish(selected)} />
  );
  return (
    <div className={isWide && selected ? "grid grid-cols-[minmax(0,1fr)_21rem] items-start gap-5" : ""}>
      <div>
        <Card padded={false}>
          {lines.length === 0 ? (
            <EmptyState
              headingLevel={2}
              title={isMineOnly ? "You have taken nothing" : "Nothing is waiting"}
              detail={
                isMineOnly ? "Take a line, and it is listed here." : "New items appear without a reload."
              }
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
        <p className="mt-3 text-sm text-ink-3">Oldest first. New items appear without a reload.</p>
      </div>
      {selected !== undefined &&
        (isWide ? (
          <SidePanel key={keyOf(selected)} title={workKindTexts[selected.kind].title} onClose={close}>
            {panel}
          </SidePanel>
        ) : (
          <Drawer open title={workKindTexts[selected.kind].title} side="bottom" onClose={close}>
            {panel}
          </Drawer>
        ))}
    </div>
  );
}

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: React.ReactNode;
}

/** Gets the focus when a line is chosen, and returns it to the line when it closes. */
function SidePanel({ title, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    heading.current?.focus({ preventScroll: true });
  }, []);
  function close() {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }
  return (
    <aside
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto"
    >
      <Card>
        <div className="mb-3 flex items-start justify-between gap-3">
          <h2 ref={heading} tabIndex={-1} className="pt-1.5 text-xl outline-none">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="-mr-2 -mt-1 grid size-11 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-sunk hover:text-ink"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {children}
      </Card>
    </aside>
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
              ", which follow as the oldest are done."
            ) : (
              <>
                .{" "}
                <Link to={list} className="link">
                  See all
                </Link>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
