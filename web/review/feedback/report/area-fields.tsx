import { inSentence } from "@greenroom/contract/review/rubrics/rubric.ts";
import {
  anchorText,
  notAssessedLabel,
  ratingLabels,
  type TrackArea,
} from "@greenroom/contract/review/rubrics/tracks.ts";
import { type FocusEvent, type ReactNode, useRef } from "react";
import { RatingField } from "../../../forms/rating-field.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";

interface AreaFieldsProps {
  area: TrackArea;
  index: number;
  /** Called when the mentor starts to work on this area. */
  onActive: () => void;
  /** Shown below the notes. */
  children?: ReactNode;
}

/** The score and notes of one area. The sentence of every score stays in sight, to compare and to change one's mind. */
export function AreaFields({ area, index, onActive, children }: AreaFieldsProps) {
  const section = useRef<HTMLElement>(null);
  return (
    <section
      ref={section}
      aria-label={area.label}
      onFocus={(event) => {
        onActive();
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
        onKeyChosen={() => focusNote(section.current)}
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

/** Focuses the note at once, because the next key can come before any timer. What was filled in stays before it. */
function focusNote(section: HTMLElement | null): void {
  const note = section?.querySelector("textarea");
  note?.focus();
  note?.setSelectionRange(note.value.length, note.value.length);
}

/** Whether a key has led to the scores from outside of them: all five sentences should be in sight, and not one. */
function isEnteredByKey({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLInputElement) || !target.matches(":focus-visible")) return false;
  return !currentTarget.contains(relatedTarget);
}
