import { exportPractice, listAnswers } from "@greenroom/contract/practice/rounds.ts";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "react-router";
import { call, errorMessage } from "../../api/client.ts";
import { download } from "../../api/files.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { LoadMore, QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
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
      <QueryContent query={history} loadingLabel="Loading your answers…" messages={practiceMessages.history}>
        {({ pages }) => {
          const answers = pages.flatMap((page) => page.answers);
          if (answers.length > 0) return <AnswerList answers={answers} />;
          return (
            <Card padded={false}>
              <EmptyState
                headingLevel={2}
                title="No answers yet"
                detail="After your first round, its questions and your answers appear here."
              />
            </Card>
          );
        }}
      </QueryContent>
      <LoadMore query={history} noun="answers" />
    </>
  );
}
