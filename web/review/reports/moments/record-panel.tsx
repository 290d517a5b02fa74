import { LazyPart } from "../../../app/lazy-part.tsx";
import type { OpenedMoment } from "../../../room/record/moment/moment-record.tsx";
import { Drawer } from "../../../ui/dialogs/drawer.tsx";
import { MomentBar, type MomentWords } from "./moment-bar.tsx";

const recordPart = {
  name: "The record",
  load: () => import("../../../room/record/moment/moment-record.tsx").then((module) => module.default),
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
