import { getCandidateProgress } from "@greenroom/contract/review/reports/progress.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { QueryContent } from "../../../app/query-content.tsx";
import { useTimeZone } from "../../../session/use-time-zone.ts";
import { reportMessages } from "../messages.ts";
import { ProgressView } from "./progress-view.tsx";

/** The progress of an interviewee who booked the user, to read before the interview. */
export function CandidateProgress({ userId }: { userId: string }) {
  const timeZone = useTimeZone();
  const progress = useQuery(queryOptionsFor(getCandidateProgress, { params: { userId } }));
  return (
    <QueryContent query={progress} loadingLabel="Loading their progress…" messages={reportMessages.candidate}>
      {(data) => (
        <ProgressView
          progress={data}
          timeZone={timeZone}
          emptyDetail="No interview of this candidate has a report so far."
        />
      )}
    </QueryContent>
  );
}
