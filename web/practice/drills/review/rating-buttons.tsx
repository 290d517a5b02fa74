import { type DrillRating, drillRatings } from "@greenroom/contract/practice/drills.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { waitText } from "./wait-text.ts";

const names: Record<DrillRating, string> = { again: "Again", hard: "Hard", good: "Good", easy: "Easy" };

interface RatingButtonsProps {
  dueAfter: Record<DrillRating, string>;
  now: Date;
  /** After a failed test, only Again can be chosen. */
  onlyAgain: boolean;
  /** The rating that is being saved. */
  pending: DrillRating | null;
  onRate: (rating: DrillRating) => void;
}

/** The ratings of a card, each with the time until the card returns. */
export function RatingButtons({ dueAfter, now, onlyAgain, pending, onRate }: RatingButtonsProps) {
  const offered = onlyAgain ? drillRatings.slice(0, 1) : drillRatings;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">
        {onlyAgain ? "Not all tests passed, so this card comes back." : "How well did you know it?"}
      </legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {offered.map((rating, index) => (
          <Button
            key={rating}
            variant={rating === "good" || onlyAgain ? "primary" : "quiet"}
            wide
            aria-keyshortcuts={String(index + 1)}
            pending={pending === rating}
            pendingLabel="Saving…"
            inactive={pending !== null && pending !== rating}
            onClick={() => onRate(rating)}
          >
            <span className="grid">
              {names[rating]}
              <span className="text-xs font-normal tabular">{waitText(new Date(dueAfter[rating]), now)}</span>
            </span>
          </Button>
        ))}
      </div>
      <p className="text-xs text-ink-3 max-md:hidden">
        Keys: Space shows the answer, {onlyAgain ? "1 rates" : "1 to 4 rate"} it.
      </p>
    </fieldset>
  );
}

/** The rating for a keyboard key, or null. */
export function ratingOfKey(key: string, onlyAgain: boolean): DrillRating | null {
  const rating = drillRatings[Number(key) - 1] ?? null;
  return onlyAgain && rating !== "again" ? null : rating;
}
