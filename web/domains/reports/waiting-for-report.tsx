import type { Booking } from "@greenroom/contract/bookings.ts";
import { getRoomRecord, type RoomRecord } from "@greenroom/contract/rooms/room-record.ts";
import { formatReportTime } from "@greenroom/contract/site/page-text.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.ts";
import { useSite } from "../../app/site-settings.ts";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/actions/button-class.ts";
import { Card } from "../../ui/display/card.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { isRecordKept } from "../interview-records/record-kept.ts";

interface WaitingForReportProps {
  bookingId: string;
  status: Booking["status"];
  /** The interviewee can still say that their interviewer did not come. */
  canReportNoShow?: boolean;
}

/** Shown without a report: why there is none, and when it comes, if it does. */
export function WaitingForReport({ bookingId, status, canReportNoShow = false }: WaitingForReportProps) {
  const { correctionMinutes, recordDays } = useSite();
  const { data: record } = useQuery({
    ...queryOptionsFor(getRoomRecord, { params: { id: bookingId } }),
    enabled: status === "completed",
  });
  const wait = formatReportTime(correctionMinutes);
  const isEmpty = record !== undefined && isRecordKept(record, recordDays) && !hasWords(record);
  const { title, detail } =
    status === "completed" && isEmpty
      ? describeEmpty(record, { wait, canReportNoShow })
      : describeWait(status, wait);
  return (
    <Card padded={false}>
      <EmptyState
        headingLevel={2}
        title={title}
        detail={detail}
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {status === "completed" && (
              <Link to={paths.intervieweeRecord(bookingId)} className={buttonClass()}>
                Open the session record
              </Link>
            )}
            <Link to={paths.mySessions} className={buttonClass({ variant: "quiet" })}>
              Back to My Sessions
            </Link>
          </div>
        }
      />
    </Card>
  );
}

/** Kinds of items that a point can rest on. */
const quotedKinds: readonly RoomRecord["items"][number]["kind"][] = [
  "utterance",
  "chat",
  "board",
  "code",
  "run",
  "mark",
];

function hasWords({ items }: Pick<RoomRecord, "items">): boolean {
  return items.some(({ kind }) => quotedKinds.includes(kind));
}

interface EmptyReport {
  wait: string;
  canReportNoShow: boolean;
}

function describeEmpty({ items }: RoomRecord, { wait, canReportNoShow }: EmptyReport): Description {
  const report = `The report is made ${wait}, but it will have no points. If your interviewer scores you, it shows the scores.`;
  if (items.some(({ kind }) => kind === "joined")) {
    return {
      title: "Your report will have no points",
      detail: `Nothing was transcribed, written or run in the room, so there is nothing to quote. ${report}`,
    };
  }
  const noShow = canReportNoShow
    ? " If your interviewer did not come, report a no-show in My Sessions, and your session is returned."
    : "";
  return { title: "Nobody entered the room", detail: `So there is nothing to report on. ${report}${noShow}` };
}

interface Description {
  title: string;
  detail: string;
}

function describeWait(status: Booking["status"], wait: string): Description {
  if (status === "pending") {
    return {
      title: "No report yet",
      detail: `The report is made ${wait}. We'll email you when it is ready.`,
    };
  }
  if (status === "completed") {
    return {
      title: "Your report is being made",
      detail: `It is made ${wait}. We'll email you when it is ready, and this page updates automatically. If your words were transcribed, you can correct them in the session record until then.`,
    };
  }
  return {
    title: "No report",
    detail: "This interview did not take place, so there is nothing to report on.",
  };
}
