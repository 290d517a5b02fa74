import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";

/** Shown instead of a list that has no entry for the filter. `things`: what the list contains, "sessions". */
export function NoMatch({ things }: { things: string }) {
  return (
    <Card padded={false}>
      <div role="status">
        <EmptyState
          headingLevel={2}
          title={`No ${things} match`}
          detail="Try another name, status or range of days, or clear the filters."
        />
      </div>
    </Card>
  );
}
