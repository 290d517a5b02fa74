import type { Evidence } from "@greenroom/contract/reports/report-shape.ts";
import { LazyPart } from "../../../app/lazy-part.tsx";
import { Drawer } from "../../../ui/dialogs/drawer.tsx";
import type { OpenedMoment } from "../../interview-records/moment/moment-record.tsx";
import { MomentBar } from "./moment-bar.tsx";

const recordPart = {
  name: "The record",
  load: () => import("../../interview-records/moment/moment-record.tsx").then((module) => module.default),
  lines: 6,
};

interface RecordBesideProps {
  bookingId: string;
  moment: OpenedMoment | null;
  /** The report's evidence at this moment; undefined if it has none. */
  evidence: Evidence | undefined;
  /** Whether the page is wide enough for the record beside the points. Otherwise it opens over them. */
  isWide: boolean;
  /** Whether the drawer over the points is open. */
  isOpen: boolean;
  /** Whether to show the bar that opens the drawer again. */
  hasBar: boolean;
  onOpen: () => void;
  onClose: () => void;
  onDismiss: () => void;
}

/** The record beside or over the points of a report, at the moment of the evidence that was opened. */
export function RecordBeside({
  bookingId,
  moment,
  evidence,
  isWide,
  isOpen,
  hasBar,
  onOpen,
  onClose,
  onDismiss,
}: RecordBesideProps) {
  const record = (
    <LazyPart source={recordPart}>
      {(MomentRecord) => <MomentRecord bookingId={bookingId} moment={moment} />}
    </LazyPart>
  );
  if (isWide) {
    return (
      <aside className="sticky top-20 max-h-[calc(100dvh-6rem)] min-w-0 overflow-y-auto rounded-lg print:hidden">
        {record}
      </aside>
    );
  }
  return (
    <>
      <Drawer open={isOpen} title="Interview record" side="bottom" onClose={onClose}>
        {record}
      </Drawer>
      {hasBar && evidence && <MomentBar evidence={evidence} onOpen={onOpen} onDismiss={onDismiss} />}
    </>
  );
}
