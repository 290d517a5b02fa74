import { inSentence, linesOf } from "@greenroom/contract/review/rubric.ts";
import {
  anchorText,
  areaNames,
  areasOf,
  notAssessedLabel,
  ratingLabels,
  type TrackArea,
  trackLabels,
} from "@greenroom/contract/review/tracks.ts";
import { type Track, trackNames } from "@greenroom/contract/schedule/goals.ts";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { SelectField, TextAreaField } from "../../forms/fields.tsx";
import { RatingField } from "../../forms/rating-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Options } from "../../ui/fields.tsx";
import {
  type Answers,
  addLine,
  filledText,
  prefillFromRecord,
  scoresByArea,
  suggestSteps,
} from "./feedback-form.ts";

interface AreaFieldsProps {
  area: TrackArea;
  index: number;
  children?: ReactNode;
}

/** The score and notes of one area. The sentence of every score stays in sight, to compare and to change one's mind. */
export function AreaFields({ area, index, children }: AreaFieldsProps) {
  return (
    <section
      aria-label={area.label}
      onFocus={(event) => {
        if (isEnteredByKey(event)) event.currentTarget.scrollIntoView({ block: "nearest" });
      }}
      data-first-field={index === 0 ? "" : undefined}
      className="grid scroll-mt-2 scroll-mb-28 gap-2 border-t border-line pt-4"
    >
      <RatingField
        name={`areas.${index}.score`}
        legend={area.label}
        labels={ratingLabels}
        descriptions={ratingLabels.map((_, step) => anchorText(area, step + 1))}
        noneLabel={notAssessedLabel}
      />
      <TextAreaField
        name={`areas.${index}.notes`}
        label={`Notes on ${inSentence(area.label)}`}
        rows={2}
        className="!min-h-16"
        optional
      />
      {children}
    </section>
  );
}

/** Whether a key has led to the scores from outside of them: all five sentences should be in sight, and not one. */
function isEnteredByKey({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLInputElement) || !target.matches(":focus-visible")) return false;
  return !currentTarget.contains(relatedTarget);
}

/** Next steps from the record. A click adds one to the field. */
export function StepSuggestions({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(queryOptionsFor("GET /api/rooms/:id/record", { params: { id: bookingId } }));
  const form = useFormContext<Answers>();
  const [areas, nextSteps] = useWatch({ control: form.control, name: ["areas", "nextSteps"] });
  if (data === undefined) return null;
  const written = linesOf(nextSteps);
  const suggested = suggestSteps(data, scoresByArea(areas)).filter((text) => !written.includes(text));
  if (suggested.length === 0) return null;

  function add(step: string) {
    addLine(form, "nextSteps", step);
    // The button that was clicked is gone.
    form.setFocus("nextSteps");
  }

  return (
    <section aria-label="Next steps from the record" className="grid gap-1.5">
      <p className="text-sm text-ink-3">From the record, to add with a click:</p>
      <ul className="flex flex-wrap gap-2">
        {suggested.map((text) => (
          <li key={text} className="min-w-0">
            <Button variant="quiet" size="sm" onClick={() => add(text)} className="!justify-start !text-left">
              <Plus aria-hidden="true" className="size-4 shrink-0" />
              <span className="min-w-0 break-words">
                <span className="sr-only">Add </span>
                {text}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PrefillFeedbackProps {
  bookingId: string;
  /** True while fields are filled in. */
  isFillingIn: RefObject<boolean>;
}

/** Fills empty fields of the feedback form once, from the questions and marks of the interview. Typed text stays. */
export function PrefillFeedback({ bookingId, isFillingIn }: PrefillFeedbackProps) {
  const form = useFormContext();
  const { data } = useQuery(queryOptionsFor("GET /api/rooms/:id/record", { params: { id: bookingId } }));
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (!data || text !== null) return;
    const { questions, scores, notes } = prefillFromRecord(data);
    const fill = (name: string, value: unknown): boolean => {
      const current: unknown = form.getValues(name);
      if (value === undefined || value === "" || (current !== undefined && current !== "")) return false;
      form.setValue(name, value);
      return true;
    };
    isFillingIn.current = true;
    const hasQuestions = fill("questions", questions);
    const filledScores = areaNames.filter((name, index) => fill(`areas.${index}.score`, scores[name]));
    const filledNotes = areaNames.filter((name, index) => fill(`areas.${index}.notes`, notes[name]));
    isFillingIn.current = false;
    setText(
      filledText({
        hasQuestions,
        hasScores: filledScores.length > 0,
        hasMarks: filledNotes.length > 0,
      }),
    );
  }, [data, text, form, isFillingIn]);
  return (
    <p role="status" className="text-sm text-ink-2 empty:absolute">
      {text}
    </p>
  );
}

interface Said {
  text: string;
  /** The role that Undo chooses again. */
  before: Track;
}

/** The role, by which the areas and the sentences of their scores differ. Says what a change does to the answers. */
export function RoleField() {
  const form = useFormContext<Answers>();
  const track = useWatch({ control: form.control, name: "track" });
  const earlier = useRef<EarlierScores>(new Map());
  const [said, setSaid] = useState<Said | null>(null);

  function change(to: Track) {
    if (to === track) return;
    const from = { track, areas: form.getValues("areas") };
    const changed = changeRole(from, to, earlier.current);
    earlier.current = changed.earlier;
    form.setValue("track", to, { shouldDirty: true });
    for (const [index, score] of changed.scores.entries())
      form.setValue(`areas.${index}.score`, score as number);
    // Errors name the areas of the role before.
    form.clearErrors("areas");
    const text = changedRoleText(changed);
    setSaid(text === "" ? null : { text, before: track });
  }

  function undo(before: Track) {
    change(before);
    setSaid(null);
    // The button that was clicked is gone.
    form.setFocus("track");
  }

  return (
    <div className="grid gap-2">
      <SelectField name="track" label="Role" rules={{ onChange: () => change(form.getValues("track")) }}>
        <Options values={trackNames} text={(name) => trackLabels[name]} />
      </SelectField>
      <div role="status" className="empty:absolute">
        {said !== null && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm border border-accent-line bg-accent-tint px-4 py-2 text-sm">
            <p className="min-w-0 flex-1 basis-60">{said.text}</p>
            <Button variant="quiet" size="sm" onClick={() => undo(said.before)}>
              Undo<span className="sr-only"> the change of role</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Scores by the label of their area, so that a role that is chosen again has them again. */
export type EarlierScores = ReadonlyMap<string, number | null>;

export interface ChangedRole {
  scores: (number | null | undefined)[];
  earlier: EarlierScores;
  /** The areas whose score belongs to the role before alone. */
  cleared: string[];
  /** The areas whose notes are now those of another area. */
  renamed: { from: string; to: string }[];
}

/**
 * The scores for another role. An area of the same name keeps its score; elsewhere, a score that was chosen by its
 * sentence is cleared. Notes stay.
 */
export function changeRole(
  from: Pick<Answers, "track" | "areas">,
  to: Track,
  earlier: EarlierScores = new Map(),
): ChangedRole {
  const areasNow = areasOf(to);
  const scores = new Map(earlier);
  const changed: ChangedRole = { scores: [], earlier: scores, cleared: [], renamed: [] };
  for (const [index, { label }] of areasOf(from.track).entries()) {
    const { score, notes = "" } = from.areas[index] ?? {};
    const labelNow = areasNow[index]?.label ?? label;
    if (score === undefined) scores.delete(label);
    else scores.set(label, score);
    changed.scores.push(scores.get(labelNow));
    if (label === labelNow) continue;
    if (score !== undefined) changed.cleared.push(label);
    if (notes.trim() !== "") changed.renamed.push({ from: label, to: labelNow });
  }
  return changed;
}

/** Tells the interviewer what the change of role has changed; empty if they need not look. */
export function changedRoleText({ cleared, renamed }: Pick<ChangedRole, "cleared" | "renamed">): string {
  const list = (labels: readonly string[]) => labels.join(", ").replace(/, (?=[^,]*$)/, " and ");
  return [
    ...(cleared.length === 0
      ? []
      : [
          `This role has other areas, so your ${cleared.length === 1 ? "score" : "scores"} for ${list(cleared)} ${cleared.length === 1 ? "was" : "were"} cleared.`,
        ]),
    ...renamed.map(({ from, to }) => `Your notes on ${from} are now under ${to}: check that they fit.`),
  ].join(" ");
}
