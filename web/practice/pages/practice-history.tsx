import { exportPractice, listAnswers } from "@greenroom/contract/practice/rounds.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { download } from "../../api/files.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { AnswerList } from "../rounds/answer-list.tsx";
import { practiceMessages } from "../rounds/messages.ts";

const title = "Your answers";

export const meta = () => pageMeta(title);

export default function PracticeHistory() {
  const history = useInfiniteQuery({
    queryKey: [...queryKeyFor(listAnswers), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call(listAnswers, { query: pageParam === undefined ? {} : { after: pageParam }, signal }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, answers }) => (hasMore ? answers.at(-1)?.id : undefined),
  });
  const save = useMutation({ mutationFn: () => download(exportPractice, "practice.json") });
  const answers = history.data?.pages.flatMap((page) => page.answers) ?? [];
  return (
    <>
      <PageHeader
        title={title}
        detail="Everything you answered in rounds, newest first."
        aside={
          <span className="flex flex-wrap gap-2">
            <Link to={paths.practice} className={buttonClass({ variant: "ghost" })}>
              Back to practice
            </Link>
            <Button
              variant="quiet"
              pending={save.isPending}
              pendingLabel="Making the file…"
              onClick={() => save.mutate()}
            >
              Download as JSON
            </Button>
          </span>
        }
      />
      <StatusMessage message={save.error && errorMessage(save.error, practiceMessages.export)} tone="bad" />
      {history.isPending && <LoadingLines label="Loading your answers…" lines={5} />}
      {history.isError && (
        <Card padded={false}>
          <ErrorState
            message={errorMessage(history.error, practiceMessages.history)}
            onRetry={() => history.refetch()}
            retrying={history.isFetching}
          />
        </Card>
      )}
      {history.data && answers.length === 0 && (
        <Card padded={false}>
          <EmptyState
            headingLevel={2}
            title="No answers yet"
            detail="After your first round, its questions and your answers appear here."
          />
        </Card>
      )}
      {answers.length > 0 && <AnswerList answers={answers} />}
      {history.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-4"
          pending={history.isFetchingNextPage}
          pendingLabel="Loading more…"
          onClick={() => history.fetchNextPage()}
        >
          Show older answers
        </Button>
      )}
    </>
  );
}
