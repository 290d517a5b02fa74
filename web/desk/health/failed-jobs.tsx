import { formatTime } from "@greenroom/contract/kernel/time-zones.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { Table } from "../../ui/table.tsx";
import { OperatorQueryContent, useIsOwner, useOperatorCall } from "../access/operator-calls.tsx";
import { ActionButton } from "../actions/action-dialog.tsx";
import { focusNotice, useRefresh, useShowResult } from "../actions/result-notice.tsx";
import { DeskTime, operatorMessages, useDeskZone } from "../layout/desk-parts.tsx";

/**
 * Jobs whose attempts all failed. An operator can retry a job or discard it with a reason, and put a
 * discarded one back within an hour.
 */
export function FailedJobs() {
  const jobs = useQuery(queryOptionsFor("GET /api/operator/jobs/failed"));
  const operatorCall = useOperatorCall();
  const isOwner = useIsOwner();
  const timeZone = useDeskZone();
  const show = useShowResult();
  const refresh = useRefresh();
  const retry = useMutation({
    mutationFn: (id: string) => operatorCall("POST /api/operator/jobs/:id/retry", { params: { id } }),
    onSuccess: ({ msg }) => show({ msg }),
    onError: (error) => show({ msg: errorMessage(error, operatorMessages.action), tone: "bad" }),
    onSettled: () => {
      refresh();
      // The job and its button may be gone.
      focusNotice();
    },
  });
  return (
    <section aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" className="mb-3 mt-8 text-xl">
        Failed jobs
      </h2>
      <OperatorQueryContent query={jobs} loadingLabel="Loading failed jobs…">
        {(rows) => (
          <Card padded={false} className="overflow-x-auto">
            {rows.length === 0 ? (
              <EmptyState title="No job has failed" detail="Jobs given up in the last week appear here." />
            ) : (
              <Table
                caption="Failed jobs"
                rows={rows}
                rowKey={({ _id }) => _id}
                columns={[
                  { key: "name", header: "Job", isHeading: true, cell: ({ name }) => <code>{name}</code> },
                  {
                    key: "at",
                    header: "Failed or discarded",
                    cell: ({ failedAt }) => <DeskTime at={failedAt} />,
                  },
                  {
                    key: "reason",
                    header: "Reason",
                    cell: ({ reason, payload }) => (
                      <>
                        <span className="block max-w-md break-words">{reason}</span>
                        {payload !== "{}" && (
                          <code className="block max-w-md break-all text-sm text-ink-3">{payload}</code>
                        )}
                      </>
                    ),
                  },
                  {
                    key: "next",
                    header: "Next step",
                    cell: ({ _id, name, isRefund, restorableUntil }) =>
                      restorableUntil !== undefined ? (
                        <span className="grid justify-items-start gap-2 max-sm:justify-items-end">
                          Discarded, can be put back until {formatTime(new Date(restorableUntil), timeZone)}
                          {isOwner && (
                            <ActionButton
                              title="Put back"
                              action={"POST /api/operator/jobs/:id/restoration"}
                              id={_id}
                            />
                          )}
                        </span>
                      ) : isRefund ? (
                        <Link to={paths.operatorMoneyPart("refunds")} className="link">
                          See the refunds
                        </Link>
                      ) : (
                        <span className="flex flex-wrap gap-2 max-sm:justify-end">
                          <Button
                            size="sm"
                            pending={retry.isPending && retry.variables === _id}
                            pendingLabel="Trying…"
                            onClick={() => retry.mutate(_id)}
                          >
                            Try again
                          </Button>
                          {isOwner && (
                            <ActionButton
                              title={`Discard ${name}`}
                              action={"POST /api/operator/jobs/:id/discard"}
                              id={_id}
                              confirmLabel="Discard job"
                              danger
                            >
                              Discard
                            </ActionButton>
                          )}
                        </span>
                      ),
                  },
                ]}
              />
            )}
          </Card>
        )}
      </OperatorQueryContent>
    </section>
  );
}
