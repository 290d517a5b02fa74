import { inSentence } from "@greenroom/contract/rubrics/rubric.ts";
import { anchorText, ratingLabels, type TrackArea } from "@greenroom/contract/rubrics/tracks.ts";
import { type ReactNode, useRef } from "react";
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
      onFocus={onActive}
      data-first-field={index === 0 ? "" : undefined}
      className="grid scroll-mt-2 gap-2 border-t border-line pt-4"
    >
      <RatingField
        name={`areas.${index}.score`}
        legend={area.label}
        labels={ratingLabels}
        descriptions={ratingLabels.map((_, step) => anchorText(area, step + 1))}
        onKeyChosen={() => goOn(section.current?.nextElementSibling ?? null)}
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

/** Focuses the first field of what follows at once, because the next key can come before any timer. */
function goOn(next: Element | null): void {
  const field =
    next?.querySelector<HTMLElement>("input:checked") ?? next?.querySelector<HTMLElement>("input, textarea");
  field?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "start" });
}
