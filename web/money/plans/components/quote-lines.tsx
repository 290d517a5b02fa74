import type { Quote } from "@greenroom/contract/money/plans.ts";
import { formatPrice } from "@greenroom/contract/site/price-text.ts";
import { Button } from "../../../ui/actions/button.tsx";

export interface QuoteLinesProps {
  quote: Quote;
  /** Removes the coupon's line. */
  onRemoveCoupon: () => void;
  removing: boolean;
}

/** The parts of a price, which add up to the total. */
export function QuoteLines({ quote, onRemoveCoupon, removing }: QuoteLinesProps) {
  return (
    <dl className="grid content-start gap-1 tabular">
      {quote.lines.map((line) => (
        <div key={line.kind} className="flex min-h-11 items-center justify-between gap-4">
          <dt className="flex flex-wrap items-center gap-x-2 text-ink-2">
            {line.label}
            {line.kind === "coupon" && (
              <Button
                variant="ghost"
                size="sm"
                pending={removing}
                pendingLabel="Removing the coupon…"
                aria-label={`Remove coupon ${line.label}`}
                onClick={onRemoveCoupon}
              >
                Remove
              </Button>
            )}
          </dt>
          <dd>{formatPrice(line.amount)}</dd>
        </div>
      ))}
      <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4 font-semibold">
        <dt>You pay, once</dt>
        <dd className="font-text text-2xl font-semibold tabular">{formatPrice(quote.newPrice)}</dd>
      </div>
    </dl>
  );
}
