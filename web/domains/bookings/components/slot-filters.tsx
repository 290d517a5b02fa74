import { Select } from "../../../ui/select.tsx";
import { dayParts, type Interviewer, type SlotFilter } from "../slot-filter.ts";

interface SlotFiltersProps {
  filter: SlotFilter;
  interviewers: readonly Interviewer[];
  onChange: (filter: SlotFilter) => void;
}

const compact = "!min-h-11 !rounded-full !py-1 md:!min-h-9 md:!text-sm";

/** Narrows calendar and list alike. */
export function SlotFilters({ filter, interviewers, onChange }: SlotFiltersProps) {
  return (
    <fieldset
      aria-label="Show only"
      className="grid grow grid-cols-[repeat(auto-fit,minmax(9.75rem,1fr))] gap-2.5 md:flex md:grow-0"
    >
      <Select
        aria-label="Interviewer"
        className={compact}
        value={filter.interviewer?.id ?? ""}
        onChange={(event) => {
          const interviewer = interviewers.find(({ id }) => id === event.target.value) ?? null;
          onChange({ ...filter, interviewer });
        }}
      >
        <option value="">All interviewers</option>
        {interviewers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Time of day"
        className={compact}
        value={filter.dayPart ?? ""}
        onChange={(event) => {
          const dayPart = dayParts.find((part) => part === event.target.value) ?? null;
          onChange({ ...filter, dayPart });
        }}
      >
        <option value="">Any time of day</option>
        {dayParts.map((part) => (
          <option key={part} value={part}>
            {part}
          </option>
        ))}
      </Select>
    </fieldset>
  );
}
