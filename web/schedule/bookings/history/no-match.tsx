import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";

/** Shown instead of a list that has no entry for the filter. `itemsLabel`: the name of its entries, "sessions". */
export function NoMatch({ itemsLabel }: { itemsLabel: string }) {
  return (
    <Card padded={false}>
      <div role="status">
        <EmptyState
          headingLevel={2}
          title={`No ${itemsLabel} match`}
          detail="Try another name, status or range of days, or clear the filters."
        />
      </div>
    </Card>
  );
}
