import { getRoomRecord, type RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Booking } from "@greenroom/contract/schedule/bookings.ts";
import { formatReportTime } from "@greenroom/contract/site/page-text.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { useSite } from "../../app/page-data.ts";
import { paths } from "../../paths.ts";
import { isRecordKept } from "../../room/record/record-text.tsx";
import { isExternalMeeting } from "../../schedule/join-meeting.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";

interface WaitingForReportProps {
  booking: Pick<Booking, "_id" | "status" | "zoomLink" | "feedback" | "allowedActions">;
}

/** Shown without a report: why there is none, and when it comes, if it does. */
export function WaitingForReport({ booking }: WaitingForReportProps) {
  const { _id: bookingId, status } = booking;
  const { correctionMinutes, recordDays } = useSite();
  const { data: record } = useQuery({
    ...queryOptionsFor(getRoomRecord, { params: { id: bookingId } }),
    enabled: status === "completed",
  });
  const wait = formatReportTime(correctionMinutes);
  const isEmpty = record !== undefined && isRecordKept(record, recordDays) && !hasWords(record);
  const { title, detail } =
    status === "completed" && isEmpty ? describeEmpty(record, booking, wait) : describeWait(status, wait);
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
                Open the interview record
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

function describeEmpty(
  { items }: RoomRecord,
  booking: WaitingForReportProps["booking"],
  wait: string,
): Description {
  const report = `The report is ready ${wait}. It shows your interviewer’s scores, but no points.`;
  // Somebody who rated the interview was there, perhaps in a meeting elsewhere.
  const wasHeld = booking.feedback !== null || isExternalMeeting(booking);
  if (wasHeld || items.some(({ kind }) => kind === "joined")) {
    return {
      title: "Your report will have no points",
      detail: `Nothing was transcribed, written or run in our room, so there is nothing to quote. ${report}`,
    };
  }
  const noShow = booking.allowedActions.includes("report-no-show")
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
      detail: `Ready ${wait}. We'll email you.`,
    };
  }
  if (status === "completed") {
    return {
      title: "Your report is being made",
      detail: `Ready ${wait}. We'll email you. Until then you can correct transcribed words in the interview record.`,
    };
  }
  return {
    title: "No report",
    detail: "This interview did not take place, so there is nothing to report on.",
  };
}
