import { type PadLanguage, padLanguages } from "@greenroom/contract/room/code-pad.ts";
import {
  createOwnQuestion,
  getOwnQuestion,
  type OwnQuestion,
  ownQuestionLimits,
  updateOwnQuestion,
} from "@greenroom/contract/room/own-questions.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Form } from "../../../forms/form.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";
import { TextField } from "../../../forms/text-field.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { LoadingLines } from "../../../ui/status/skeleton.tsx";
import { padLanguageNames } from "../../code-pads/pad-language-names.ts";
import { questionMessages } from "../question-labels.ts";
import { useQuestionsChanged } from "./use-questions-changed.ts";

interface OwnQuestionFormProps {
  /** Null for a new question. */
  questionId: string | null;
  onSaved: (questionId: string) => void;
  onCancel: () => void;
}

/** Creates or edits one of the user's own questions. */
export function OwnQuestionForm({ questionId, ...props }: OwnQuestionFormProps) {
  if (questionId === null) return <QuestionFields question={null} {...props} />;
  return <LoadedForm questionId={questionId} {...props} />;
}

function LoadedForm({ questionId, ...props }: OwnQuestionFormProps & { questionId: string }) {
  const question = useQuery({
    ...queryOptionsFor(getOwnQuestion, { params: { id: questionId } }),
    gcTime: 0,
  });
  if (question.data) return <QuestionFields question={question.data} {...props} />;
  if (question.error) {
    return (
      <ErrorState
        message={errorMessage(question.error, questionMessages.search)}
        onRetry={() => question.refetch()}
        retrying={question.isFetching}
      />
    );
  }
  return <LoadingLines label="Loading the question…" lines={6} />;
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
        ? await call(createOwnQuestion, { body })
        : await call(updateOwnQuestion, { params: { id: question.id }, body });
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
                {padLanguages.map((language) => (
                  <option key={language} value={language}>
                    {padLanguageNames[language]}
                  </option>
                ))}
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
