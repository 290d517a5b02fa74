import clsx from "clsx";
import { Component, Fragment, type ReactNode } from "react";
import { formatClock, formatDayParts } from "../format/times.ts";
import { ErrorState } from "./loading.tsx";
import { Card } from "./panels.tsx";
import { type LightStatus, StatusDot } from "./status.tsx";
import "./booking-ticket.css";

export interface PageHeaderProps {
  /** The small line above the title: "Welcome, Meera". */
  eyebrow?: ReactNode | undefined;
  title: ReactNode;
  detail?: ReactNode | undefined;
  /** Shown on the right: a pill, a button. */
  aside?: ReactNode | undefined;
}

export function PageHeader({ eyebrow, title, detail, aside }: PageHeaderProps) {
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 sm:mb-6 sm:gap-y-3">
      <div className="min-w-0">
        {eyebrow && <p className="text-sm text-ink-3">{eyebrow}</p>}
        <h1 className="text-2xl [overflow-wrap:anywhere]">{title}</h1>
        {detail && <p className="mt-1.5 max-w-2xl text-ink-2">{detail}</p>}
      </div>
      {aside}
    </header>
  );
}

export interface EmptyStateProps {
  title: string;
  detail?: ReactNode | undefined;
  action?: ReactNode | undefined;
  /** 2 directly under the page's title. */
  headingLevel?: 2 | 3 | undefined;
}

/** Shown for an empty list: a picture, a sentence, and the next step. */
export function EmptyState({ title, detail, action, headingLevel = 3 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="grid justify-items-center gap-2 px-4 py-10 text-center">
      <EmptyPicture />
      <Heading className="mt-2 text-xl">{title}</Heading>
      {detail && <p className="max-w-md text-balance text-ink-2">{detail}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}

function EmptyPicture() {
  return (
    <svg aria-hidden="true" viewBox="0 0 160 96" className="w-40" fill="none">
      <path d="M80 8 128 82H32Z" fill="var(--accent)" opacity="0.2" />
      <ellipse cx="80" cy="82" rx="50" ry="8" fill="var(--accent)" opacity="0.38" />
      <circle cx="80" cy="8" r="5" fill="var(--accent)" />
      <g stroke="var(--green)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M68 40v24h25M69 64l-4 18M92 64l4 18M68 53h23" />
      </g>
    </svg>
  );
}

export interface StatCardProps {
  label: string;
  value: ReactNode;
  detail?: ReactNode | undefined;
  status?: LightStatus | undefined;
}

/** For use inside a `<dl>`: each is a term and its figure. */
export function StatCard({ label, value, detail, status }: StatCardProps) {
  return (
    <Card padded={false} className="flex flex-col gap-1 p-5">
      <dt className="flex items-center gap-2.5 text-sm text-ink-2">
        {status && <StatusDot status={status} />}
        <span>{label}</span>
      </dt>
      <dd className="font-text text-2xl font-semibold tabular">{value}</dd>
      {detail && <dd className="text-sm text-ink-3">{detail}</dd>}
    </Card>
  );
}

const tones: Record<LightStatus, string> = {
  live: "bg-dark-2 text-accent",
  ready: "bg-green-tint text-green",
  wait: "bg-accent-tint text-amber",
  off: "bg-sunk text-ink-2",
  bad: "bg-red-tint text-red",
};

export interface PillProps {
  status?: LightStatus | undefined;
  /** Whether the colored dot of a status is shown in front. */
  dot?: boolean | undefined;
  children: ReactNode;
  className?: string | undefined;
}

export function Pill({ status = "off", dot = true, children, className }: PillProps) {
  return (
    <span
      className={clsx(
        "inline-flex min-h-6.5 items-center gap-2 rounded-full sm:whitespace-nowrap px-2.5 py-0.5 text-sm font-semibold tabular",
        tones[status],
        className,
      )}
    >
      {dot && <StatusDot status={status} className="!text-current" />}
      {children}
    </span>
  );
}

export interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few choices in one rounded bar; the chosen one is pressed. */
export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
}: SegmentedControlProps<Value>) {
  return (
    <fieldset aria-label={label} className="inline-flex flex-wrap gap-0.5 rounded-lg bg-sunk p-1">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className={clsx(
            "min-h-8 rounded-full px-3.5 text-sm font-semibold transition-colors",
            option.value === value
              ? "bg-card text-ink shadow-lift ring-1 ring-line"
              : "text-ink-2 hover:text-ink",
          )}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}

export interface ProgressBarProps {
  label: string;
  value: number;
  max?: number | undefined;
  className?: string | undefined;
}

/** How much of something is done, as a thin bar. */
export function ProgressBar({ label, value, max = 1, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={Math.min(value, max)}
      max={max}
      className={clsx(
        "block h-1.5 appearance-none overflow-hidden rounded-full border-0 bg-line",
        "[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-green",
        "[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-green",
        className,
      )}
    />
  );
}

export interface DescriptionListProps {
  items: readonly { term: string; detail: ReactNode }[];
  className?: string | undefined;
}

/** When, With, Room, Costs: terms on the left, values on the right. */
export function DescriptionList({ items, className }: DescriptionListProps) {
  return (
    <dl className={clsx("grid grid-cols-[fit-content(40%)_1fr] gap-x-5 gap-y-2.5", className)}>
      {items.map((item) => (
        <div key={item.term} className="contents">
          <dt className="min-w-18 text-ink-2">{item.term}</dt>
          <dd className="min-w-0 font-semibold tabular">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}

/** At most two letters: of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => Array.from(word ?? "")[0]?.toLocaleUpperCase() ?? "").join("");
}

/** Initials in a circle. The name itself is next to it, so screen readers skip the circle. */
export function Avatar({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-grid size-10 shrink-0 place-items-center rounded-full bg-green-tint text-sm font-semibold text-green",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

export interface PortraitProps {
  name: string;
  photoUrl: string | null;
  className?: string | undefined;
}

/** A photo, or initials. Hidden from screen readers, because the name is beside it. */
export function Portrait({ name, photoUrl, className }: PortraitProps) {
  if (photoUrl === null) return <Avatar name={name} className={className} />;
  return (
    <img
      src={photoUrl}
      alt=""
      loading="lazy"
      className={clsx("shrink-0 rounded-full border border-line object-cover", className ?? "size-10")}
    />
  );
}

/**
 * An email or web address that breaks after its separators (`@`, `.`, `/`), and inside a word only when a
 * word fills the line.
 */
export function BreakableAddress({ children }: { children: string }) {
  const parts = children.split(/(?<=[@./?&=_-])/u);
  let offset = 0;
  return (
    <span className="[overflow-wrap:anywhere]">
      {parts.map((part) => {
        offset += part.length;
        return (
          <Fragment key={offset}>
            {offset > part.length && <wbr />}
            {part}
          </Fragment>
        );
      })}
    </span>
  );
}

export interface ClockTextProps {
  seconds: number;
  className?: string | undefined;
}

/**
 * Minutes and seconds, with hours if needed, in digits of equal width. Not announced, because it changes
 * every second.
 */
export function ClockText({ seconds, className }: ClockTextProps) {
  return (
    <span role="timer" aria-live="off" className={`tabular ${className ?? ""}`}>
      {formatClock(seconds)}
    </span>
  );
}

export interface CountdownProps {
  until: Date;
  /** The current time; `useNow(1000)` gives one that ticks. */
  now: Date;
  className?: string | undefined;
}

/** The time left until an instant; stays at 0:00 once it has passed. */
export function Countdown({ until, now, className }: CountdownProps) {
  return <ClockText seconds={Math.max(0, (until.getTime() - now.getTime()) / 1000)} className={className} />;
}

export interface BookingTicketProps {
  /** The day on the stub, in the viewer's zone. */
  startsAt: Date;
  timeZone: string;
  title: ReactNode;
  detail?: ReactNode | undefined;
  status?: ReactNode | undefined;
  action?: ReactNode | undefined;
  /** More content below: a form, or feedback. */
  children?: ReactNode | undefined;
  /** A booking that is over is less prominent. */
  past?: boolean | undefined;
}

/** A booking as a ticket: a dark stub with the date, and a perforated edge. */
export function BookingTicket(props: BookingTicketProps) {
  const { startsAt, timeZone, title, detail, status, action, children, past } = props;
  const day = formatDayParts(startsAt, timeZone);
  return (
    <article className="flex overflow-hidden rounded-md border border-line bg-card">
      <time
        dateTime={startsAt.toISOString()}
        className={clsx(
          "booking-ticket-stub flex w-18 shrink-0 flex-col items-center justify-center gap-0.5 py-4 text-xs uppercase tracking-[0.08em]",
          past ? "bg-sunk text-ink-2" : "bg-dark text-on-dark-2",
        )}
      >
        <span>{day.month}</span>
        <span
          className={clsx("font-text text-2xl font-semibold tabular", past ? "text-ink" : "text-on-dark")}
        >
          {day.day}
        </span>
        <span>{day.weekday}</span>
      </time>
      <div className="flex min-w-0 grow flex-col justify-center gap-3 px-4 py-4 sm:px-5">
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
          <div className="min-w-0">
            <h3 className="font-text text-base font-semibold leading-snug tracking-normal tabular [overflow-wrap:anywhere]">
              {title}
            </h3>
            {detail && <div className="mt-0.5 text-sm text-ink-2">{detail}</div>}
          </div>
          {(status || action) && (
            <div className="flex flex-wrap items-center gap-3">
              {status}
              {action}
            </div>
          )}
        </div>
        {children}
      </div>
    </article>
  );
}

interface ErrorAreaProps {
  /** A sentence that names the failed part: "The board stopped working." */
  message: string;
  children: ReactNode;
}

/**
 * Limits an error while rendering to this part of a page, which can be rendered again. Without it, the error replaces
 * the whole page. React logs the error.
 */
export class ErrorArea extends Component<ErrorAreaProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { message, children } = this.props;
    if (!this.state.hasFailed) return children;
    return <ErrorState message={message} onRetry={() => this.setState({ hasFailed: false })} />;
  }
}
