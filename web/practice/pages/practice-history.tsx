import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { call } from "../../api/client.ts";
import { queryKeyFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { LoadMore, QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { AnswerList } from "../rounds/answer-list.tsx";
import { practiceMessages } from "../rounds/messages.ts";

const title = "Your answers";

export const meta = () => pageMeta(title);

export default function PracticeHistory() {
  const history = useInfiniteQuery({
    queryKey: [...queryKeyFor("GET /api/practice/answers"), "pages"],
    queryFn: ({ pageParam, signal }) =>
      call("GET /api/practice/answers", {
        query: pageParam === undefined ? {} : { after: pageParam },
        signal,
      }),
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hasMore, answers }) => (hasMore ? answers.at(-1)?.id : undefined),
  });
  return (
    <>
      <PageHeader
        title={title}
        detail="Everything you answered in rounds, newest first."
        aside={
          <Link to={paths.practice} className={buttonClass({ variant: "ghost" })}>
            Back to practice
          </Link>
        }
      />
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
