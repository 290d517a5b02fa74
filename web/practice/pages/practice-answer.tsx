import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { CompareView } from "../rounds/compare-view.tsx";
import { practiceMessages } from "../rounds/messages.ts";

export const meta = () => pageMeta("Your answer");

export default function PracticeAnswerPage() {
  const { id = "" } = useParams();
  const queryClient = useQueryClient();
  const options = queryOptionsFor("GET /api/practice/answers/:id", { params: { id } });
  const query = useQuery(options);
  return (
    <>
      {query.data === undefined && (
        <PageHeader
          title="Your answer"
          aside={
            <Link to={paths.practiceHistory} className={buttonClass({ variant: "ghost" })}>
              All answers
            </Link>
          }
        />
      )}
      <QueryContent query={query} loadingLabel="Loading your answer…" messages={practiceMessages.history}>
        {({ answer, earlier }) =>
          answer.key === null ? (
            <Navigate to={paths.practiceRound(answer.roundId)} replace />
          ) : (
            <CompareView
              answer={answer}
              earlier={earlier}
              onSaved={(kept) => queryClient.setQueryData(options.queryKey, { answer: kept, earlier })}
              actions={
                <>
                  <Link
                    to={paths.practiceQuestion(answer.question.id)}
                    state={{ questionTitle: answer.question.title }}
                    className={buttonClass()}
                  >
                    Try it again
                  </Link>
                  <Link to={paths.practiceHistory} className={buttonClass({ variant: "quiet" })}>
                    All answers
                  </Link>
                </>
              }
            />
          )
        }
      </QueryContent>
    </>
  );
}
