import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { DrillReview } from "../drills/drill-review.tsx";
import { drillMessages } from "../drills/drill-text.ts";

export const meta = () => pageMeta("Drill");

export default function DrillPage() {
  const { setId = "" } = useParams();
  return <Drill key={setId} setId={setId} />;
}

function Drill({ setId }: { setId: string }) {
  const queryClient = useQueryClient();
  const [reviewNumber, setReviewNumber] = useState(0);
  const drill = useQuery({
    ...queryOptionsFor("GET /api/practice/drills/:setId", { params: { setId } }),
    // The cards do not change during a review.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const startAgain = async () => {
    await queryClient.invalidateQueries({ queryKey: queryKeyFor("GET /api/practice/drills") });
    // The cards of the last review are not due, so a review cannot start with them.
    if ((await drill.refetch()).isSuccess) setReviewNumber(reviewNumber + 1);
  };
  return (
    <>
      <PageHeader
        title={drill.data?.set.title ?? "Drill"}
        aside={
          <Link to={paths.practice} className="link text-sm">
            All drills
          </Link>
        }
      />
      <QueryContent query={drill} loadingLabel="Loading the cards…" messages={drillMessages.open}>
        {({ set, today, cards }) => (
          <DrillReview
            key={reviewNumber}
            set={set}
            today={today}
            cards={cards}
            again={
              <span className="grid justify-items-center gap-2">
                <Button pending={drill.isFetching} pendingLabel="Loading the cards…" onClick={startAgain}>
                  Start another review
                </Button>
                <StatusMessage
                  message={drill.error && errorMessage(drill.error, drillMessages.open)}
                  tone="bad"
                />
              </span>
            }
          />
        )}
      </QueryContent>
    </>
  );
}
