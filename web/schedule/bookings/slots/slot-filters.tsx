import { Select } from "../../../ui/fields/select.tsx";
import { dayParts, type InterviewerOption, type SlotFilter } from "./slot-filter.ts";

interface SlotFiltersProps {
  filter: SlotFilter;
  interviewers: readonly InterviewerOption[];
  onChange: (filter: SlotFilter) => void;
}

const compactClass = "!min-h-11 !rounded-full !py-1 md:!min-h-9 md:!text-sm";

/** Filters both the calendar and the list. */
export function SlotFilters({ filter, interviewers, onChange }: SlotFiltersProps) {
  return (
    <fieldset
      aria-label="Show only"
      className="grid grow grid-cols-[repeat(auto-fit,minmax(9.75rem,1fr))] gap-2.5 md:flex md:grow-0"
    >
      <Select
        aria-label="Interviewer"
        className={compactClass}
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
        className={compactClass}
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
