import { useState } from "react";
import type { OpenedMoment } from "../../../room/record/moment/moment-record.tsx";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import type { ReportAnswers } from "../claims/report-answers.ts";

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
