import { inSentence, linesOf } from "@greenroom/contract/review/rubric.ts";
import { areasOf, type TrackArea } from "@greenroom/contract/review/tracks.ts";
import { type AiFeedback, nothingMeasured } from "@greenroom/contract/schedule/report-shape.ts";
import { useEffect, useRef } from "react";
import { type FieldPath, useFormContext, useFormState, useWatch } from "react-hook-form";
import { formatDay, formatExactTime } from "../../format/times.ts";
import { SubmitButton } from "../../forms/form.tsx";
import { useTimeZone } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { MentorReport } from "../reports/interviewer-report.tsx";
import type { Answers } from "./feedback-form.ts";

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
        <p>You can't edit it after sending. {firstName} gets it with these gaps:</p>
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

/** A part of the form that is not filled in, or has little in it. */
export interface MissingPart {
  text: string;
  field: string;
}

/** Shorter summaries say little; both limits have to be missed, because not every script has spaces. */
const fewWords = 12;
const fewCharacters = 60;

/** What has to be filled in before the form can be sent. */
export function neededParts(answers: Answers, areas: readonly TrackArea[]): MissingPart[] {
  const parts: MissingPart[] = [];
  const unscored = areas.flatMap((area, index) =>
    answers.areas[index]?.score === undefined ? [{ area, index }] : [],
  );
  const [first] = unscored;
  if (first !== undefined) {
    const text =
      unscored.length === 1 ? `a score for ${inSentence(first.area.label)}` : `${unscored.length} scores`;
    parts.push({ text, field: `areas.${first.index}.score` });
  } else if (areas.every((_, index) => answers.areas[index]?.score === null)) {
    parts.push({ text: "a score for at least one area", field: "areas.0.score" });
  }
  if (answers.summary.trim() === "") parts.push({ text: "the summary", field: "summary" });
  if (linesOf(answers.questions).length === 0)
    parts.push({ text: "the questions asked", field: "questions" });
  return parts;
}

/** What an interviewee would not get. The form can be sent without it. */
export function missedParts(answers: Answers, areas: readonly TrackArea[]): MissingPart[] {
  const parts: MissingPart[] = [];
  const assessed = areas
    .map((area, index) => ({ area, index }))
    .filter(({ index }) => answers.areas[index]?.score !== null);
  const without = assessed.filter(({ index }) => (answers.areas[index]?.notes ?? "").trim() === "");
  const [first] = without;
  if (first !== undefined) {
    const text =
      without.length === assessed.length
        ? "No note on any area"
        : without.length === 1
          ? `No note on ${inSentence(first.area.label)}`
          : `No note on ${without.length} of ${assessed.length} areas`;
    parts.push({ text, field: `areas.${first.index}.notes` });
  }
  const words = countWords(answers.summary);
  if (answers.summary.trim() !== "" && words < fewWords && answers.summary.trim().length < fewCharacters) {
    const count = words === 0 ? "no words" : words === 1 ? "1 word" : `${words} words`;
    parts.push({ text: `The summary has ${count}`, field: "summary" });
  }
  if (linesOf(answers.nextSteps).length === 0) parts.push({ text: "No next step", field: "nextSteps" });
  return parts;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

interface PreviewModalProps {
  bookingId: string;
  answers: Answers;
  firstName: string;
  onClose: () => void;
}

/** What the interviewee sees of the form, in the parts of their report. Nothing is stored. */
export function PreviewModal({ bookingId, answers, firstName, onClose }: PreviewModalProps) {
  const { track, summary, nextSteps, questions } = answers;
  const scored = answers.areas.filter(({ score }) => score != null);
  return (
    <Modal
      open
      width="wide"
      title="Preview"
      description={`This is what ${firstName} sees.`}
      onClose={onClose}
    >
      {scored.length === 0 && summary.trim() === "" ? (
        <EmptyState title="Nothing to show yet" detail="Score an area or write the summary." />
      ) : (
        <MentorReport
          report={previewReport(answers)}
          track={track}
          summary={summary.trim() === "" ? null : summary}
          feedback={{
            notes: answers.areas.flatMap(({ area, notes }) =>
              notes.trim() === "" ? [] : [{ area, notes: notes.trim() }],
            ),
            nextSteps: linesOf(nextSteps).map((text, index) => ({ id: `${index}`, text, isDone: false })),
            questions: linesOf(questions).map((title) => ({ title, questionId: null })),
          }}
          notesContext={{ bookingId, moments: null, isDeleted: false }}
        />
      )}
    </Modal>
  );
}

/** A report with the scores alone. */
function previewReport({ track, areas }: Answers): AiFeedback {
  const mentorScores = areas.flatMap(({ area, score }) => (score == null ? [] : [{ area, score }]));
  return {
    areas: areasOf(track).map(({ name, label }) => ({ name, label })),
    claims: [],
    checked: 0,
    verified: 0,
    shown: 0,
    source: { kind: "measured" },
    measured: { ...nothingMeasured, mentorScores },
    plan: [],
    madeAt: new Date().toISOString(),
    isLate: false,
  };
}
