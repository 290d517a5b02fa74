import { type PadLanguage, padLanguages } from "@greenroom/contract/room/code-pad.ts";
import { type OwnQuestion, ownQuestionLimits } from "@greenroom/contract/room/room-questions.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import type { EndpointName } from "../../api/endpoints.ts";
import { queryOptionsFor, useReload } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { SelectField, TextAreaField, TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Options } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { padLanguageNames } from "../code-runs/run-text.tsx";
import { describeQuestion, questionMessages } from "./question-text.tsx";

interface OwnQuestionFormProps {
  /** Null for a new question. */
  questionId: string | null;
  onSaved: (questionId: string) => void;
  onCancel: () => void;
}

export function OwnQuestionForm({ questionId, ...props }: OwnQuestionFormProps) {
  const question = useQuery({
    ...queryOptionsFor("GET /api/interviewer/questions/:id", { params: { id: questionId ?? "" } }),
    enabled: questionId !== null,
    gcTime: 0,
  });
  if (questionId === null) return <QuestionFields question={null} {...props} />;
  return (
    <QueryContent
      query={question}
      loadingLabel="Loading the question…"
      messages={questionMessages.search}
      lines={6}
      isInline
    >
      {(data) => <QuestionFields question={data} {...props} />}
    </QueryContent>
  );
}

interface Answers {
  title: string;
  prompt: string;
  language: PadLanguage | "";
  starterCode: string;
  minutes: string;
  notes: string;
}

interface QuestionFieldsProps extends Omit<OwnQuestionFormProps, "questionId"> {
  question: OwnQuestion | null;
}

function QuestionFields({ question, onSaved, onCancel }: QuestionFieldsProps) {
  const refresh = useQuestionsChanged();
  async function save({ language, minutes, starterCode, ...texts }: Answers) {
    const body = {
      ...texts,
      language: language === "" ? null : language,
      starterCode: language === "" ? "" : starterCode,
      // Text that is not a number is sent, so that the server's error message is shown.
      minutes: minutes.trim() === "" ? null : Number(minutes),
    };
    const saved =
      question === null
        ? await call("POST /api/interviewer/questions", { body })
        : await call("PUT /api/interviewer/questions/:id", { params: { id: question.id }, body });
    await refresh();
    onSaved(saved.id);
  }
  return (
    <section aria-labelledby="own-question" className="grid gap-3">
      <h2 id="own-question" className="text-xl">
        {question === null ? "Write your own question" : "Change your question"}
      </h2>
      <p className="text-sm text-ink-2">Nobody else reads it until you show it in an interview.</p>
      <Form<Answers>
        defaultValues={{
          title: question?.title ?? "",
          prompt: question?.prompt ?? "",
          language: question?.language ?? "",
          starterCode: question?.starterCode ?? "",
          minutes: question?.minutes?.toString() ?? "",
          notes: question?.notes ?? "",
        }}
        failureMessage={(error) => errorMessage(error, questionMessages.change)}
        onSubmit={save}
      >
        {(form) => (
          <>
            <TextField name="title" label="Title" required maxLength={ownQuestionLimits.title} />
            <TextAreaField
              name="prompt"
              label="Prompt"
              hint="Both of you see it."
              rows={4}
              required
              maxLength={ownQuestionLimits.prompt}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField name="language" label="Code">
                <option value="">No code</option>
                <Options values={padLanguages} text={(language) => padLanguageNames[language]} />
              </SelectField>
              <TextField name="minutes" label="Minutes" optional inputMode="numeric" maxLength={2} />
            </div>
            {form.watch("language") !== "" && (
              <TextAreaField
                name="starterCode"
                label="Starter code"
                optional
                rows={5}
                className="font-mono"
                spellCheck={false}
                maxLength={ownQuestionLimits.starterCode}
              />
            )}
            <TextAreaField
              name="notes"
              label="Your notes"
              hint="What to look for, hints, a good answer. Only you see them."
              optional
              rows={4}
              maxLength={ownQuestionLimits.notes}
            />
            <div className="flex flex-wrap justify-end gap-2">
              <Button variant="quiet" onClick={onCancel}>
                Cancel
              </Button>
              <SubmitButton pendingLabel="Saving…">Save question</SubmitButton>
            </div>
          </>
        )}
      </Form>
    </section>
  );
}

interface OwnQuestionListProps {
  onEdit: (id: string) => void;
  onWrite: () => void;
}

export function OwnQuestionList({ onEdit, onWrite }: OwnQuestionListProps) {
  const list = useQuery(queryOptionsFor("GET /api/interviewer/questions"));
  return (
    <QueryContent
      query={list}
      loadingLabel="Loading your questions…"
      messages={questionMessages.search}
      isInline
    >
      {({ questions }) =>
        questions.length === 0 ? (
          <Card padded={false}>
            <EmptyState
              headingLevel={2}
              title="You have not written a question yet"
              detail="Your questions appear next to those of the question bank when you search in the room."
              action={<Button onClick={onWrite}>Write a question</Button>}
            />
          </Card>
        ) : (
          <ul className="grid gap-2">
            {questions.map((question) => (
              <li key={question.id}>
                <Item question={question} onEdit={() => onEdit(question.id)} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryContent>
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

interface DeleteOwnQuestionProps {
  id: string;
  title: string;
  onDeleted?: () => void;
}

/** Deletes one of the user's own questions after a confirmation. */
export function DeleteOwnQuestion({ id, title, onDeleted }: DeleteOwnQuestionProps) {
  const [isConfirming, setConfirming] = useState(false);
  const refresh = useQuestionsChanged();
  const remove = useMutation({
    mutationFn: () => call("DELETE /api/interviewer/questions/:id", { params: { id } }),
    onSuccess: async () => {
      onDeleted?.();
      await refresh();
    },
    onSettled: () => setConfirming(false),
  });
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setConfirming(true)}>
        Delete<span className="sr-only"> {title}</span>
      </Button>
      <StatusMessage
        message={remove.error && errorMessage(remove.error, questionMessages.change)}
        tone="bad"
      />
      <ConfirmDialog
        open={isConfirming}
        title={`Delete “${title}”?`}
        message="Interviews in which you asked it keep it in their record."
        confirmLabel="Delete"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
}

const questionLists: readonly EndpointName[] = [
  "GET /api/interviewer/questions",
  "GET /api/interviewer/questions/:id",
  "GET /api/rooms/:id/questions/:questionId",
  "GET /api/rooms/:id/questions",
];

/** Returns a function that reloads all lists of questions for an interviewer. */
export const useQuestionsChanged = () => useReload(questionLists);
