import { areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import { useEffect, useRef } from "react";
import { type FieldPath, useFormContext, useFormState, useWatch } from "react-hook-form";
import { formatDay } from "../../../../format/format-day.ts";
import { formatExactTime } from "../../../../format/format-time.ts";
import { SubmitButton } from "../../../../forms/submit-button.tsx";
import { useTimeZone } from "../../../../session/use-time-zone.ts";
import { Button } from "../../../../ui/actions/button.tsx";
import type { Answers } from "../answers.ts";
import { type MissingPart, missedParts, neededParts } from "./missing-parts.ts";

interface SendBarProps {
  firstName: string;
  savedAt: Date | null;
  /** The form was sent with missing parts, and asks whether they are left out on purpose. */
  isAsking: boolean;
  onPreview: (answers: Answers) => void;
  onClose: () => void;
  onGoBack: () => void;
  /** Called before the form is sent again. */
  onSendAnyway: () => void;
}

/** The end of the form, which stays in sight: the state of the draft, what is missing, and the buttons. */
export function SendBar(props: SendBarProps) {
  const { savedAt, isAsking, onPreview, onClose } = props;
  const form = useFormContext<Answers>();
  const answers = useWatch({ control: form.control }) as Answers;
  const areas = areasOf(answers.track);
  const needed = neededParts(answers, areas);
  const missed = missedParts(answers, areas);
  if (isAsking) return <Question {...props} missed={missed} />;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        {needed.length > 0 ? (
          <Parts title="Still needed:" parts={needed} />
        ) : (
          missed.length > 0 && <Parts title="Empty or short:" parts={missed} />
        )}
        {savedAt !== null && <Saved at={savedAt} />}
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose} className="max-sm:hidden">
          Cancel
        </Button>
        <Button variant="quiet" onClick={() => onPreview(form.getValues())}>
          Preview
        </Button>
        <SubmitButton pendingLabel="Making the PDF…">Send Feedback</SubmitButton>
      </div>
    </div>
  );
}

/** Names the parts. Each leads to its field. */
function Parts({ title, parts }: { title: string; parts: MissingPart[] }) {
  const form = useFormContext<Answers>();
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <p className="text-ink-2">{title}</p>
      <ul aria-label={title.replace(":", "")} className="flex flex-wrap gap-x-3">
        {parts.map(({ text, field }) => (
          <li key={field}>
            <button
              type="button"
              className="link min-h-6"
              onClick={() => form.setFocus(field as FieldPath<Answers>)}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Saved({ at }: { at: Date }) {
  const timeZone = useTimeZone();
  const day = formatDay(at, timeZone);
  const time = formatExactTime(at, timeZone);
  const when = day === formatDay(new Date(), timeZone) ? time : `${day}, ${time}`;
  return (
    <p className="ml-auto text-sm text-ink-3 tabular">
      Draft saved {when}. You can continue later in this tab.
    </p>
  );
}

/** Asks once before feedback with missing parts is sent. Nothing is refused. */
function Question({
  missed,
  firstName,
  onGoBack,
  onSendAnyway,
}: SendBarProps & { missed: readonly MissingPart[] }) {
  const form = useFormContext<Answers>();
  const { isSubmitting } = useFormState();
  const group = useRef<HTMLElement>(null);
  // The button that was pressed is gone.
  useEffect(() => group.current?.focus(), []);

  function goBack() {
    onGoBack();
    const [first] = missed;
    if (first !== undefined) form.setFocus(first.field as FieldPath<Answers>);
  }

  return (
    <section
      ref={group}
      tabIndex={-1}
      aria-labelledby="send-anyway"
      aria-describedby="missed-parts"
      className="grid gap-2 outline-none"
    >
      <h3 id="send-anyway" className="text-lg">
        Send it like this?
      </h3>
      <div id="missed-parts" className="text-sm">
        <p>You can send feedback only once. {firstName} gets it with these gaps:</p>
        <ul className="mt-1 list-disc pl-5">
          {missed.map(({ text, field }) => (
            <li key={field}>{text}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" inactive={isSubmitting} onClick={goBack}>
          Go back
        </Button>
        <SubmitButton pendingLabel="Making the PDF…" onClick={onSendAnyway}>
          Send anyway
        </SubmitButton>
      </div>
    </section>
  );
}
