import { inSentence } from "@greenroom/contract/rubrics/rubric.ts";
import { anchorText, ratingLabels, type TrackArea } from "@greenroom/contract/rubrics/tracks.ts";
import { RatingField } from "../../../forms/rating-field.tsx";
import { TextAreaField } from "../../../forms/text-area-field.tsx";

interface AreaFieldsProps {
  area: TrackArea;
  index: number;
  /** Called when the mentor starts to work on this area. */
  onActive: () => void;
}

/** The score and notes of one area. The sentence of every score stays in sight, to compare and to change one's mind. */
export function AreaFields({ area, index, onActive }: AreaFieldsProps) {
  return (
    <section aria-label={area.label} onFocus={onActive} className="grid gap-3 border-t border-line pt-4">
      <RatingField
        name={`areas.${index}.score`}
        legend={area.label}
        labels={ratingLabels}
        descriptions={ratingLabels.map((_, step) => anchorText(area, step + 1))}
      />
      <TextAreaField
        name={`areas.${index}.notes`}
        label={`Notes on ${inSentence(area.label)}`}
        rows={3}
        optional
      />
    </section>
  );
}
