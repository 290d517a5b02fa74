import { useState } from "react";
import { useMediaQuery } from "../../../ui/hooks/use-media-query.ts";
import type { OpenedMoment } from "../../interview-records/moment/moment-record.tsx";
import type { ReportAnswers } from "../claims/report-answers.ts";

/**
 * Opens the evidence of a report in a record on the same page. Beside the points, the record begins at the evidence of
 * the first one.
 */
export function useMoments(first: OpenedMoment | null) {
  const [moment, setMoment] = useState(first);
  const [isOpen, setOpen] = useState(false);
  // As wide as `xl`, where the record stands beside the points.
  const isWide = useMediaQuery("(min-width: 80rem)");
  const moments: ReportAnswers["moments"] = {
    opened: isWide || isOpen ? moment : null,
    open: (wanted) => {
      setMoment(wanted);
      setOpen(true);
    },
  };
  return { moments, beside: { moment, isWide, isOpen, onClose: () => setOpen(false) } };
}
