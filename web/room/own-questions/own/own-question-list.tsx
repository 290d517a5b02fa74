import { listOwnQuestions, type OwnQuestion } from "@greenroom/contract/room/own-questions.ts";
import { useQuery } from "@tanstack/react-query";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { describeQuestion, questionMessages } from "../question-labels.ts";
import { DeleteOwnQuestion } from "./delete-own-question.tsx";

interface OwnQuestionListProps {
  onEdit: (id: string) => void;
  onWrite: () => void;
}

/** The interviewer's own questions. */
export function OwnQuestionList({ onEdit, onWrite }: OwnQuestionListProps) {
  const list = useQuery(queryOptionsFor(listOwnQuestions));
  if (list.error && !list.data) {
    return (
      <ErrorState
        message={errorMessage(list.error, questionMessages.search)}
        onRetry={() => list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <LoadingLines label="Loading your questions…" lines={4} />;
  const { questions } = list.data;
  if (questions.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState
          headingLevel={2}
          title="You have not written a question yet"
          detail="Your questions appear next to those of the question bank when you search in the room."
          action={<Button onClick={onWrite}>Write a question</Button>}
        />
      </Card>
    );
  }
  return (
    <ul className="grid gap-2">
      {questions.map((question) => (
        <li key={question.id}>
          <Item question={question} onEdit={() => onEdit(question.id)} />
        </li>
      ))}
    </ul>
  );
}

interface ItemProps {
  question: Pick<OwnQuestion, "id" | "title" | "minutes" | "language">;
  onEdit: () => void;
}

function Item({ question, onEdit }: ItemProps) {
  const { id, title } = question;
  return (
    <Card className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-48 flex-1">
        <h2 className="font-text text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-sm text-ink-2">
          {describeQuestion({ ...question, source: "own", topic: null, level: null })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="quiet" onClick={onEdit}>
          Edit<span className="sr-only"> {title}</span>
        </Button>
        <DeleteOwnQuestion id={id} title={title} />
      </div>
    </Card>
  );
}
