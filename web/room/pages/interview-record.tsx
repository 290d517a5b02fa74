import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ApiError, errorMessage, networkMessages } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { useTimeZone } from "../../session/session.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { RecordView } from "../record/record-view.tsx";

export const meta = () => pageMeta("Interview record");

const messages = {
  failed: "The record of this interview could not be loaded.",
  network: networkMessages.unavailable,
};

export default function InterviewRecordPage() {
  const { id = "" } = useParams();
  const timeZone = useTimeZone();
  const record = useQuery(queryOptionsFor("GET /api/rooms/:id/record", { params: { id } }));
  if (record.data) return <RecordView record={record.data} timeZone={timeZone} />;
  if (record.error) {
    // An invalid id gets the same message as another person's, which does not reveal which records exist.
    const isNotFound = record.error instanceof ApiError && [400, 404].includes(record.error.status);
    return (
      <Card>
        <h1 className="sr-only">Interview record</h1>
        <ErrorState
          message={
            isNotFound ? "We couldn't find this interview among yours." : errorMessage(record.error, messages)
          }
          {...(isNotFound ? {} : { onRetry: () => record.refetch(), retrying: record.isFetching })}
        />
      </Card>
    );
  }
  return (
    <>
      <h1 className="sr-only">Interview record</h1>
      <LoadingLines label="Loading the record…" lines={6} />
    </>
  );
}
