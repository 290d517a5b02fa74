import {
  discardJob,
  type failedJobSchema,
  listFailedJobs,
  restoreJob,
  retryJob,
} from "@greenroom/contract/desk/health.ts";
import { formatTime } from "@greenroom/contract/kernel/time-zones.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { z } from "zod";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";

import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { Table } from "../../ui/table.tsx";
import { OperatorQueryContent, useIsOwner, useOperatorCall } from "../access/operator-calls.tsx";
import { ReasonDialog } from "../actions/reason.tsx";
import { focusNotice, type Result, ResultNotice, undoReason, useRefresh } from "../actions/result-notice.tsx";
import { DeskTime, operatorMessages, useDeskZone } from "../layout/desk-parts.tsx";

type FailedJob = z.infer<typeof failedJobSchema>;

/** The reason in the audit log. */
const restoreReason = "Put back on the Health page";

/**
 * Jobs whose attempts all failed. An operator can retry a job or discard it with a reason, and put a
 * discarded one back within an hour.
 */
export function FailedJobs() {
  const jobs = useQuery(queryOptionsFor(listFailedJobs));
  const operatorCall = useOperatorCall();
  const [discarding, setDiscarding] = useState<FailedJob | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  const refresh = useRefresh();
  const change = useMutation({
    mutationFn: ({ job: { _id }, isRestored }: { job: FailedJob; isRestored: boolean }) =>
      isRestored
        ? operatorCall(restoreJob, { params: { id: _id }, body: { reason: restoreReason } })
        : operatorCall(retryJob, { params: { id: _id } }),
    onSuccess: ({ msg }) => setResult({ msg }),
    onError: (error) => setResult({ msg: errorMessage(error, operatorMessages.action), tone: "bad" }),
    onSettled: () => {
      refresh();
      // The job and its button may be gone.
      focusNotice();
    },
  });
  const isChanging = ({ _id }: FailedJob) => change.isPending && change.variables.job._id === _id;

  async function restore({ _id }: FailedJob): Promise<Result> {
    const { msg } = await operatorCall(restoreJob, { params: { id: _id }, body: { reason: undoReason } });
    return { msg };
  }

  return (
    <section aria-labelledby="failed-jobs">
      <h2 id="failed-jobs" className="mb-3 mt-8 text-xl">
        Failed jobs
      </h2>
      <ResultNotice result={result} onResult={setResult} />
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
                    cell: (job) =>
                      job.restorableUntil !== undefined ? (
                        <Discarded
                          until={job.restorableUntil}
                          isPending={isChanging(job)}
                          onPutBack={() => change.mutate({ job, isRestored: true })}
                        />
                      ) : job.isRefund ? (
                        <Link to={paths.operatorMoneyPart("refunds")} className="link">
                          See the refunds
                        </Link>
                      ) : (
                        <span className="flex flex-wrap gap-2 max-sm:justify-end">
                          <Button
                            size="sm"
                            pending={isChanging(job)}
                            pendingLabel="Trying…"
                            onClick={() => change.mutate({ job, isRestored: false })}
                          >
                            Try again
                          </Button>
                          <Button size="sm" variant="quiet" onClick={() => setDiscarding(job)}>
                            Discard
                          </Button>
                        </span>
                      ),
                  },
                ]}
              />
            )}
          </Card>
        )}
      </OperatorQueryContent>
      {discarding !== null && (
        <ReasonDialog
          title={`Discard ${discarding.name}`}
          detail="The job won't run. It can be put back within an hour. The audit log keeps its name and data."
          confirmLabel="Discard job"
          onConfirm={async (reason) => {
            const { msg } = await operatorCall(discardJob, {
              params: { id: discarding._id },
              body: { reason },
            });
            setResult({ msg, undo: () => restore(discarding) });
            refresh();
          }}
          onClose={() => setDiscarding(null)}
        />
      )}
    </section>
  );
}

interface DiscardedProps {
  until: string;
  isPending: boolean;
  onPutBack: () => void;
}

/** The next step of a discarded job. Only owners discard jobs and put them back. */
function Discarded({ until, isPending, onPutBack }: DiscardedProps) {
  const timeZone = useDeskZone();
  const isOwner = useIsOwner();
  return (
    <span className="grid justify-items-start gap-2 max-sm:justify-items-end">
      Discarded, can be put back until {formatTime(new Date(until), timeZone)}
      {isOwner && (
        <Button size="sm" pending={isPending} pendingLabel="Putting back…" onClick={onPutBack}>
          Put back
        </Button>
      )}
    </span>
  );
}
