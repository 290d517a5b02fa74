import { inSentence } from "@greenroom/contract/rubrics/rubric.ts";
import { anchorText, ratingLabels, type TrackArea } from "@greenroom/contract/rubrics/tracks.ts";
import { useFormContext, useWatch } from "react-hook-form";
import { RatingField } from "../../../forms/rating-field.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";

interface AreaFieldsProps {
  area: TrackArea;
  index: number;
  /** Called when the mentor starts to work on this area. */
  onActive: () => void;
}

/** The score and notes of one area, with the anchor that describes the score. */
export function AreaFields({ area, index, onActive }: AreaFieldsProps) {
  const { control } = useFormContext();
  const score: unknown = useWatch({ control, name: `areas.${index}.score` });
  return (
    <section aria-label={area.label} onFocus={onActive} className="grid gap-3 border-t border-line pt-4">
      <RatingField name={`areas.${index}.score`} legend={area.label} labels={ratingLabels} />
      <div aria-live="polite" className="text-sm text-ink-2">
        {typeof score === "number" ? (
          <p>
            <strong className="text-ink tabular">{score}:</strong> {anchorText(area, score)}
          </p>
        ) : (
          <ul className="grid gap-0.5">
            {([1, 3, 5] as const).map((anchor) => (
              <li key={anchor}>
                <strong className="text-ink tabular">{anchor}:</strong> {area.anchors[anchor]}
              </li>
            ))}
          </ul>
        )}
      </div>
      <TextAreaField
        name={`areas.${index}.notes`}
        label={`Notes on ${inSentence(area.label)}`}
        rows={3}
        optional
      />
    </section>
  );
}
