import { type QuestionTopic, questionTopicNames, questionTopics } from "@greenroom/contract/kernel/topics.ts";
import {
  type QuestionLevel,
  type QuestionRole,
  questionLevelNames,
  questionLevels,
  questionRoleNames,
  questionRoles,
  questionsForGoal,
} from "@greenroom/contract/room/questions.ts";
import { type QuestionSummary, questionSearchCharacters } from "@greenroom/contract/room/room-questions.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { Plus, Star } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { formatDay } from "../../format/times.ts";
import { Button } from "../../ui/button.tsx";
import { SegmentedControl } from "../../ui/content.tsx";
import { Options, Select, TextInput } from "../../ui/fields.tsx";
import { useMediaQuery } from "../../ui/hooks.ts";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { describeQuestion, questionMessages } from "./question-text.tsx";

/** An empty string matches any. */
export interface QuestionFilters {
  text: string;
  role: QuestionRole | "";
  topic: QuestionTopic | "";
  level: QuestionLevel | "";
  maxMinutes: "" | "10" | "15" | "20" | "30";
  from: "all" | "favorites" | "own";
}

/** Preset to the interviewee's target role, if the bank has it, and level. */
export function emptyFilters(goal: Goal | null): QuestionFilters {
  const { role, level } = questionsForGoal(goal);
  return { text: "", role: role ?? "", topic: "", level: level ?? "", maxMinutes: "", from: "all" };
}

/** Counted from the last keystroke, in milliseconds. */
const searchDelayMilliseconds = 200;

interface QuestionSearchProps {
  bookingId: string;
  timeZone: string;
  filters: QuestionFilters;
  onFiltersChange: (filters: QuestionFilters) => void;
  /** When this number grows, the search gets the focus. */
  focusRequest: number;
  onOpen: (questionId: string) => void;
  onWrite: () => void;
}

/** Finds questions by text, role, topic, level and minutes. Arrow keys move through the list, Enter opens one. */
export function QuestionSearch(props: QuestionSearchProps) {
  const { bookingId, timeZone, filters, onFiltersChange, focusRequest, onOpen, onWrite } = props;
  const [searchedText, setSearchedText] = useState(filters.text);
  const [activeIndex, setActiveIndex] = useState(0);
  /** Enter was pressed. */
  const [isOpening, setOpening] = useState(false);
  const isTouch = useMediaQuery("(pointer: coarse)");
  const listId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focusRequest > 0) field.current?.focus();
  }, [focusRequest]);
  useEffect(() => {
    const timer = setTimeout(() => setSearchedText(filters.text), searchDelayMilliseconds);
    return () => clearTimeout(timer);
  }, [filters.text]);
  const query = Object.fromEntries(
    Object.entries({ ...filters, text: searchedText.trim() }).filter(([, value]) => value !== ""),
  );
  const found = useQuery({
    ...queryOptionsFor("GET /api/rooms/:id/questions", { params: { id: bookingId }, query }),
    placeholderData: keepPreviousData,
  });
  const questions = found.data?.questions ?? [];
  const active = Math.min(activeIndex, questions.length - 1);
  // Until the search has answered, the list is that of the text before, and would open another question.
  const chosen =
    filters.text === searchedText && !found.isPlaceholderData ? questions[active]?.id : undefined;
  useEffect(() => {
    if (!isOpening || chosen === undefined) return;
    setOpening(false);
    onOpen(chosen);
  }, [isOpening, chosen, onOpen]);
  const change = (changed: Partial<QuestionFilters>) => {
    setOpening(false);
    setActiveIndex(0);
    onFiltersChange({ ...filters, ...changed });
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && questions.length > 0) {
      event.preventDefault();
      setActiveIndex(Math.max(0, Math.min(questions.length - 1, active + step)));
    } else if (event.key === "Enter" && questions[active]) {
      event.preventDefault();
      setOpening(true);
    }
  };
  return (
    <section aria-label="Find a question" className="grid content-start gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <TextInput
          ref={field}
          type="search"
          role="combobox"
          aria-label="Search questions"
          aria-expanded={questions.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={questions[active] ? `${listId}-${active}` : undefined}
          aria-keyshortcuts="Alt+Q"
          placeholder={isTouch ? "Search" : "Search (Alt+Q)"}
          autoComplete="off"
          maxLength={questionSearchCharacters}
          className="!min-h-10 min-w-40 flex-1"
          value={filters.text}
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={handleKey}
        />
        <Button size="sm" variant="quiet" onClick={onWrite}>
          <Plus aria-hidden="true" className="size-4" />
          Write your own
        </Button>
      </div>
      {/* On a phone, one line that scrolls sideways, so that the questions stay in view. */}
      <div className="flex items-center gap-2 max-lg:-mx-1 max-lg:overflow-x-auto max-lg:p-1 max-lg:*:shrink-0 lg:flex-wrap">
        <SegmentedControl
          label="Which questions"
          options={[
            { value: "all", label: "All" },
            { value: "favorites", label: "Favorites" },
            { value: "own", label: "Your own" },
          ]}
          value={filters.from}
          onChange={(from) => change({ from })}
        />
        <Filter
          label="Role"
          anyLabel="Any role"
          names={questionRoleNames}
          values={questionRoles}
          value={filters.role}
          onChange={(role) => change({ role })}
        />
        <Filter
          label="Topic"
          anyLabel="Any topic"
          names={questionTopicNames}
          values={questionTopics}
          value={filters.topic}
          onChange={(topic) => change({ topic })}
        />
        <Filter
          label="Level"
          anyLabel="Any level"
          names={questionLevelNames}
          values={questionLevels}
          value={filters.level}
          onChange={(level) => change({ level })}
        />
        <Filter
          label="Time"
          anyLabel="Any time"
          names={{ 10: "Up to 10 min", 15: "Up to 15 min", 20: "Up to 20 min", 30: "Up to 30 min" }}
          values={["10", "15", "20", "30"]}
          value={filters.maxMinutes}
          onChange={(maxMinutes) => change({ maxMinutes })}
        />
      </div>
      {found.data && (
        <p role="status" className="text-sm text-ink-2">
          {countText(questions.length, found.data.total)}
        </p>
      )}
      {found.error && !found.data && (
        <ErrorState
          message={errorMessage(found.error, questionMessages.search)}
          onRetry={() => found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <LoadingLines label="Searching…" lines={5} />}
      <div
        id={listId}
        role="listbox"
        aria-label="Questions found"
        aria-busy={found.isPlaceholderData}
        className="grid gap-1"
      >
        {questions.map((question, index) => (
          <Result
            key={question.id}
            id={`${listId}-${index}`}
            question={question}
            isActive={index === active}
            timeZone={timeZone}
            onOpen={() => onOpen(question.id)}
          />
        ))}
      </div>
    </section>
  );
}

function countText(shown: number, total: number): string {
  if (total === 0) return "No question fits. Try fewer words or filters.";
  if (shown < total) return `The first ${shown} of ${total} questions. Search to narrow them down.`;
  return total === 1 ? "1 question" : `${total} questions`;
}

interface FilterProps<Value extends string> {
  label: string;
  anyLabel: string;
  names: Record<Value, string>;
  values: readonly Value[];
  value: Value | "";
  onChange: (value: Value | "") => void;
}

function Filter<Value extends string>({
  label,
  anyLabel,
  names,
  values,
  value,
  onChange,
}: FilterProps<Value>) {
  return (
    <Select
      aria-label={label}
      className="!min-h-9 !w-auto max-w-34 !py-1 !pr-8 !pl-3 !text-sm"
      value={value}
      onChange={(event) => onChange(event.target.value as Value | "")}
    >
      <option value="">{anyLabel}</option>
      <Options values={values} text={(each) => names[each]} />
    </Select>
  );
}

interface ResultProps {
  id: string;
  question: QuestionSummary;
  isActive: boolean;
  timeZone: string;
  onOpen: () => void;
}

function Result({ id, question, isActive, timeZone, onOpen }: ResultProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and handles the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={onOpen}
      className={clsx(
        "grid min-h-11 cursor-pointer scroll-my-2 content-center gap-0.5 rounded-sm border px-3 py-2",
        isActive ? "border-green bg-sunk" : "border-line hover:bg-sunk",
      )}
    >
      <span className="flex items-center gap-2 font-semibold">
        {question.title}
        {question.isFavorite && (
          <>
            <Star aria-hidden="true" className="size-4 shrink-0 fill-accent text-accent" />
            <span className="sr-only">, a favorite</span>
          </>
        )}
      </span>
      <span className="text-sm text-ink-2">{describeQuestion(question)}</span>
      {question.askedBefore !== null && (
        <span className="text-sm font-semibold text-amber">
          Asked this person before: {formatDay(new Date(question.askedBefore), timeZone)}
        </span>
      )}
    </div>
  );
}
