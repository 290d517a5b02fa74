import { Button } from "../../ui/button.tsx";

interface SelectionEndProps {
  count: number;
  /** The most rows that one action accepts. */
  max: number;
  onClear: () => void;
}

/** The end of the bar over selected rows: a hint when they are too many, and a button that selects none. */
export function SelectionEnd({ count, max, onClear }: SelectionEndProps) {
  return (
    <>
      {count > max && <span className="text-sm text-ink-2">At most {max} at once.</span>}
      <Button size="sm" variant="ghost" onClick={onClear}>
        Select none
      </Button>
    </>
  );
}
