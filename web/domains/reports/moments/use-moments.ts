import { useState } from "react";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import type { OpenedMoment } from "../../interview-records/moment/moment-record.tsx";
import type { ReportAnswers } from "../claims/report-answers.ts";

/**
 * Opens the evidence of a report in a record on the same page. Beside the points, the record begins at the evidence of
 * the first one. On narrower screens it opens over them, and a bar leads back to it afterwards.
 */
export function useMoments(first: OpenedMoment | null) {
  const [moment, setMoment] = useState(first);
  const [isOpen, setOpen] = useState(false);
  const [hasBar, setHasBar] = useState(false);
  // As wide as `xl`, where the record stands beside the points.
  const isWide = useMediaQuery("(min-width: 80rem)");
  const moments: ReportAnswers["moments"] = {
    opened: isWide || isOpen ? moment : null,
    open: (wanted) => {
      setMoment(wanted);
      setOpen(true);
      setHasBar(true);
    },
  };
  const beside = {
    moment,
    isWide,
    isOpen,
    hasBar: hasBar && !isWide && !isOpen,
    onOpen: () => setOpen(true),
    onClose: () => setOpen(false),
    onDismiss: () => setHasBar(false),
  };
  return { moments, beside };
}
