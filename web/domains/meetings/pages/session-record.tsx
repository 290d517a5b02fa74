import { getSessionRecord } from "@greenroom/contract/session-record.ts";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ApiError, messageOf } from "../../../api/errors.ts";
import { queryOf } from "../../../api/queries.ts";
import { Card } from "../../../ui/card.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import { pageMeta } from "../../site/components/page-title.ts";
import { RecordView } from "../record/record-view.tsx";

export const meta = () => pageMeta("Session record");

const sentences = {
  failed: "The record of this session could not be loaded.",
  network: "Network error or server unavailable.",
};

/** What is kept of one session, for either of its two parties. */
export default function SessionRecordPage() {
  const { id = "" } = useParams();
  const timeZone = useTimeZone();
  const record = useQuery(queryOf(getSessionRecord, { params: { id } }));
  if (record.data) return <RecordView record={record.data} timeZone={timeZone} />;
  if (record.error) {
    // An id that is none is answered like somebody else's: what exists is nobody's business.
    const isNone = record.error instanceof ApiError && [400, 404].includes(record.error.status);
    return (
      <Card>
        <h1 className="sr-only">Session record</h1>
        <ErrorState
          message={isNone ? "There is no such session among yours." : messageOf(record.error, sentences)}
          {...(isNone ? {} : { onRetry: () => record.refetch(), retrying: record.isFetching })}
        />
      </Card>
    );
  }
  return (
    <>
      <h1 className="sr-only">Session record</h1>
      <LoadingLines label="Loading the record…" lines={6} />
    </>
  );
}
