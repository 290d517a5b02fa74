import { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
import {
  type MentorFilterName,
  mentorFilterLabels,
  mentorFilterNames,
  mentorFilterValueName,
  mentorFilterValues,
  mentorSortNames,
  mentorSorts,
} from "@greenroom/contract/schedule/mentor-filters.ts";
import type { MentorCard, MentorList, MentorQuery } from "@greenroom/contract/schedule/mentors.ts";
import clsx from "clsx";
import type { ReactNode } from "react";
import { offsetAt } from "../../format/local-time.ts";
import { paths } from "../../paths.ts";
import { Button, buttonClass, LineIcon } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Select } from "../../ui/fields.tsx";
import { MentorCardView } from "./mentor-card.tsx";
import { MoreArrow } from "./mentor-numbers.tsx";

/* The list of mentors with its filters. No hook and no router, so that the server can render it, too: the filters are a
   form that the browser sends by itself, and everything else is a link. */

interface MentorListProps {
  query: MentorQuery;
  list: MentorList;
  timeZone: string;
}

interface MentorListContentProps extends MentorListProps {
  /** Of a first interview: `₹99`. */
  price: string;
  /** What only the browser knows: the heart of a mentor on their card. */
  favoriteOf?: (mentor: MentorCard) => ReactNode;
}

export function MentorListContent({ query, list, timeZone, price, favoriteOf }: MentorListContentProps) {
  const { mentors, total, next } = list;
  const isFiltered = mentorFilterNames.some((name) => query[name] !== undefined);
  return (
    <div data-utc-offset={offsetAt(Date.now(), timeZone)} className="page pt-10 sm:pt-14">
      <h1 className="text-3xl">Choose your mentor</h1>
      <p className="mt-3 max-w-2xl text-lg text-ink-2">
        Pick a person and a time.
        <span className="in-data-session:hidden">
          {` Then sign up and pay: ${price} for your first interview.`}
        </span>
      </p>
      {total === 0 && (!isFiltered || list.dropped.length === 0) ? (
        <NobodyListed />
      ) : (
        <>
          <Filters query={query} list={list} timeZone={timeZone} />
          <section aria-labelledby="mentors-title" className="pt-8">
            <h2 id="mentors-title" className="text-xl">
              {total === 0 ? "Nobody matches all of this" : total === 1 ? "1 mentor" : `${total} mentors`}
            </h2>
            <ChosenFilters query={query} />
            {total === 0 && <Nearest query={query} list={list} />}
            <p suppressHydrationWarning className="mt-2 text-sm text-ink-3">
              {`Times in ${timeZoneLabel(timeZone, new Date(mentors[0]?.slots[0]?.slotTime ?? 0))}`}
            </p>
            <ul className="mt-5 grid gap-5 lg:grid-cols-2">
              {mentors.map((mentor) => (
                <li key={mentor.slug} className="grid">
                  <MentorCardView mentor={mentor} timeZone={timeZone} favorite={favoriteOf?.(mentor)} />
                </li>
              ))}
            </ul>
            {next !== null && (
              <a
                href={addressOf({ ...query, after: Number(next) })}
                className={buttonClass({ variant: "quiet", className: "mt-6" })}
              >
                More mentors <MoreArrow />
              </a>
            )}
          </section>
        </>
      )}
    </div>
  );
}

/** The page's address with these filters. */
function addressOf(query: MentorQuery): string {
  const set = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(set.map(([name, value]) => [name, String(value)]));
  return search.size === 0 ? paths.mentors : `${paths.mentors}?${search}`;
}

/** With another value for one filter, from the first page on. */
const without = (query: MentorQuery, names: readonly MentorFilterName[]): string =>
  addressOf({ ...query, after: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) });

/** On a phone the mentors come first, so the other filters are one tap away. */
const onPhones: ReadonlySet<string> = new Set(["role", "topic"] satisfies MentorFilterName[]);

function Filters({ query, list: { counts }, timeZone }: MentorListProps) {
  return (
    <form
      action={paths.mentors}
      method="get"
      data-search=""
      className="mt-7 grid grid-cols-2 gap-x-3 gap-y-3 rounded-md border border-line bg-card p-4 sm:grid-cols-4 sm:p-5"
    >
      <input type="checkbox" id="more-filters" className="peer sr-only sm:hidden" />
      {mentorFilterNames.map((name) => (
        <FilterSelect key={name} name={name} label={mentorFilterLabels[name]} value={query[name]}>
          <option value="">Any</option>
          {mentorFilterValues[name].map((value) => {
            const count = counts[name]?.[value] ?? 0;
            const label = mentorFilterValueName(name, value);
            const isChosen = query[name] === value;
            // A choice that leads to nobody is left out. The count of the chosen one stands above the mentors.
            return count === 0 && !isChosen ? null : (
              <option key={value} value={value}>
                {isChosen ? label : `${label} (${count})`}
              </option>
            );
          })}
        </FilterSelect>
      ))}
      <FilterSelect name="sort" label="Order" value={query.sort}>
        {mentorSorts.map((sort) => (
          <option key={sort} value={sort === "fit" ? "" : sort}>
            {mentorSortNames[sort]}
          </option>
        ))}
      </FilterSelect>
      {/* The script of the page replaces it by the visitor's zone. */}
      <input type="hidden" name="tz" value={timeZone} />
      <label
        htmlFor="more-filters"
        className="link inline-flex min-h-11 cursor-pointer items-center text-sm peer-focus-visible:outline-2 sm:hidden"
      >
        More filters
      </label>
      <Button type="submit" className="sm:col-span-full sm:justify-self-start">
        Show mentors
      </Button>
    </form>
  );
}

interface FilterSelectProps {
  name: string;
  label: string;
  value: string | undefined;
  children: React.ReactNode;
}

function FilterSelect({ name, label, value = "", children }: FilterSelectProps) {
  return (
    <div
      className={clsx(
        "grid content-start gap-1.5",
        !onPhones.has(name) && "max-sm:hidden max-sm:peer-checked:grid",
      )}
    >
      <label htmlFor={`filter-${name}`} className="text-sm font-semibold">
        {label}
      </label>
      <Select key={value} id={`filter-${name}`} name={name} defaultValue={value}>
        {children}
      </Select>
    </div>
  );
}

/** Each filter that is set, as a link that leaves it out. */
function ChosenFilters({ query }: { query: MentorQuery }) {
  const chosen = mentorFilterNames.flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [{ name, value }];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-2">
      {chosen.map(({ name, value }) => (
        <li key={name}>
          <a
            href={without(query, [name])}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full bg-green-tint px-3.5 text-sm font-medium text-green hover:underline"
          >
            <span className="sr-only">Without </span>
            {mentorFilterValueName(name, value)}
            <LineIcon className="size-3.5">M18 6 6 18M6 6l12 12</LineIcon>
          </a>
        </li>
      ))}
      <li>
        <a href={without(query, mentorFilterNames)} className="link inline-flex min-h-9 items-center text-sm">
          Clear all
        </a>
      </li>
    </ul>
  );
}

/** Says what the list below leaves out, and how many match without another filter. */
function Nearest({ query, list: { dropped, alternatives } }: Pick<MentorListProps, "query" | "list">) {
  const nameOf = (name: MentorFilterName) => mentorFilterValueName(name, query[name] ?? "");
  const others = alternatives.filter(({ without }) => !dropped.includes(without));
  return (
    <div className="mt-3 text-ink-2">
      <p>
        Nearest: without <strong className="font-semibold">{dropped.map(nameOf).join(" and ")}</strong>.
      </p>
      {others.length > 0 && (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {others.map((other) => (
            <li key={other.without}>
              <a href={without(query, [other.without])} className="link inline-flex min-h-9 items-center">
                {`Without ${nameOf(other.without)}: ${other.total}`}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function NobodyListed() {
  return (
    <EmptyState
      headingLevel={2}
      title="No mentors listed yet"
      detail="You can still choose a plan. Then you see every free time and who offers it."
      action={
        <a href={paths.pricing} className={buttonClass()}>
          See Pricing
        </a>
      }
    />
  );
}
