import { ChevronUp, Play, X } from "lucide-react";
import { useState } from "react";
import type { OpenedMoment } from "../../room/record/moment-record.tsx";
import { Drawer } from "../../ui/dialogs.tsx";
import { useMediaQuery } from "../../ui/hooks.ts";
import { LazyPart } from "../../ui/lazy-part.tsx";
import type { ReportAnswers } from "./report-answers.tsx";

const recordPart = {
  name: "The record",
  load: () => import("../../room/record/moment-record.tsx").then((module) => module.default),
  lines: 6,
};

interface RecordPanelProps {
  bookingId: string;
  moment: OpenedMoment | null;
  /** Whether the page is wide enough for the record beside the points. */
  isWide: boolean;
  /** Whether the record is open over the page. */
  isOpen: boolean;
}

/** The record beside the points of a report, if the page is wide enough, at the moment that was opened. */
export function RecordPanel({ bookingId, moment, isWide, isOpen }: RecordPanelProps) {
  if (!isWide) return null;
  return (
    <aside className="sticky top-20 max-h-[calc(100dvh-6rem)] min-w-0 overflow-y-auto rounded-lg print:hidden">
      {/* The record that is open over the page is the same one. */}
      {!isOpen && <Record bookingId={bookingId} moment={moment} isBeside />}
    </aside>
  );
}

interface RecordOverProps extends RecordPanelProps {
  /** The moment in words; null before one was opened. */
  words: MomentWords | null;
  /** Whether to show the bar that opens the record again. */
  hasBar: boolean;
  onOpen: () => void;
  onClose: () => void;
  onDismiss: () => void;
}

/** The record over a report, at the moment that was opened, and the bar that leads back to it. */
export function RecordOver({
  bookingId,
  moment,
  isWide,
  isOpen,
  words,
  hasBar,
  onOpen,
  onClose,
  onDismiss,
}: RecordOverProps) {
  return (
    <>
      <Drawer
        open={isOpen}
        title="Interview record"
        side={isWide ? "right" : "bottom"}
        isWide={isWide}
        onClose={onClose}
      >
        <Record bookingId={bookingId} moment={moment} isBeside={isWide} />
      </Drawer>
      {hasBar && words !== null && <MomentBar words={words} onOpen={onOpen} onDismiss={onDismiss} />}
    </>
  );
}

interface RecordProps extends Pick<RecordPanelProps, "bookingId" | "moment"> {
  /** On a wide screen, where it has at most the window's height. */
  isBeside?: boolean;
}

function Record({ bookingId, moment, isBeside = false }: RecordProps) {
  return (
    <LazyPart source={recordPart}>
      {(MomentRecord) => <MomentRecord bookingId={bookingId} moment={moment} isBeside={isBeside} />}
    </LazyPart>
  );
}

export interface MomentWords {
  /** On the interview's clock. */
  time: string;
  /** What happened then; empty if only the time is known. */
  label: string;
  /** What was said or written; empty without words. */
  quote: string;
}

interface MomentBarProps {
  words: MomentWords;
  onOpen: () => void;
  onDismiss: () => void;
}

/** Leads back to the moment that was opened last, above the tabs of a phone. */
export function MomentBar({ words: { time, label, quote }, onOpen, onDismiss }: MomentBarProps) {
  return (
    <section
      aria-label="The moment you opened"
      data-theme="dark"
      className="fixed inset-x-2 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex animate-rise items-center rounded-lg border border-dark-line bg-dark text-on-dark shadow-high md:inset-x-auto md:right-4 md:bottom-4 md:w-96 print:hidden"
    >
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 min-w-0 grow items-center gap-3 py-2 pl-3 text-left"
      >
        <span
          aria-hidden="true"
          className="inline-grid size-9 shrink-0 place-items-center rounded-full bg-accent text-dark"
        >
          <Play className="size-4 fill-current" />
        </span>
        <span className="min-w-0 grow">
          <span className="sr-only">Open the record at </span>
          <span className="block truncate text-sm font-semibold">
            <span className="text-accent tabular">{time}</span> {label}
          </span>
          {quote !== "" && <span className="block truncate text-sm text-on-dark-2">{quote}</span>}
        </span>
        <ChevronUp aria-hidden="true" className="size-5 shrink-0" />
      </button>
      <button
        type="button"
        onClick={onDismiss}
        aria-label="Hide this moment"
        className="inline-grid size-11 shrink-0 place-items-center"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </section>
  );
}

type Moments = NonNullable<ReportAnswers["moments"]>;

/**
 * Opens the moments of a report in a record on the same page. On wide screens the record stands beside the points, if
 * there are some, and begins at the evidence of the first one. It opens over the page on narrower screens, and for
 * moments that are far from the points (`farMoments`). On narrower screens, a bar leads back to it afterwards.
 */
export function useMoments(first: OpenedMoment | null, { hasPoints }: { hasPoints: boolean }) {
  const [moment, setMoment] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const [hasBar, setHasBar] = useState(false);
  // As wide as `xl`, where the record stands beside the points.
  const isWide = useMediaQuery("(min-width: 80rem)");
  const show = (wanted: OpenedMoment, { isOverPage }: { isOverPage: boolean }) => {
    setMoment(wanted);
    setOpen(isOverPage);
    setHasBar(true);
  };
  const opened = isOpen || (isWide && hasPoints) ? moment : null;
  const moments: Moments = { opened, open: (wanted) => show(wanted, { isOverPage: !isWide }) };
  const farMoments: Moments = { opened, open: (wanted) => show(wanted, { isOverPage: true }) };
  const panel = {
    moment,
    isWide,
    isOpen,
    hasBar: hasBar && !isWide && !isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onDismiss: () => setHasBar(false),
  };
  return { moments, farMoments, panel };
}
