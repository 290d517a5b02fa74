import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { LineIcon } from "./button.tsx";
import { StatusLight } from "./status.tsx";

export type CardTone = "plain" | "tint" | "sunk" | "dark";

const tones: Record<CardTone, string> = {
  plain: "bg-card border-line",
  tint: "bg-green-tint border-green-line",
  sunk: "bg-sunk border-line",
  dark: "bg-dark border-dark-line text-on-dark",
};

export interface CardProps extends ComponentProps<"div"> {
  tone?: CardTone | undefined;
  /** `false` for cards whose content reaches the edge (tables, calendars). */
  padded?: boolean | undefined;
}

export function Card({ tone = "plain", padded = true, className, ...rest }: CardProps) {
  return (
    <div {...rest} className={clsx("rounded-md border", tones[tone], padded && "p-5 sm:p-6", className)} />
  );
}

export interface AccordionItem {
  id: string;
  question: ReactNode;
  answer: ReactNode;
}

export interface AccordionProps {
  items: readonly AccordionItem[];
  /** Lists with the same group have one open item in total; if omitted, each list has its own. */
  group?: string | undefined;
  headingLevel?: "h2" | "h3" | "h4" | undefined;
}

/**
 * One answer is open at a time; clicking the open one closes it. The browser's own disclosure element does
 * both, so it works before and without any script, and searching the page opens the answer that it finds.
 */
export function Accordion({ items, group, headingLevel: Heading = "h3" }: AccordionProps) {
  const ownGroup = useId();
  return (
    <div className="divide-y divide-line overflow-hidden rounded-md border border-line bg-card">
      {items.map((item) => (
        <details key={item.id} name={group ?? ownGroup} className="group">
          <summary className="flex min-h-13 list-none items-center justify-between gap-4 px-5 py-3.5 hover:bg-sunk focus-visible:-outline-offset-4 [&::-webkit-details-marker]:hidden">
            <Heading className="font-text text-base font-semibold leading-snug tracking-normal">
              {item.question}
            </Heading>
            <LineIcon className="size-4 shrink-0 text-ink-3 transition-transform group-open:rotate-180">
              m6 9 6 6 6-6
            </LineIcon>
          </summary>
          <div className="animate-fade px-5 pb-5 text-ink-2">{item.answer}</div>
        </details>
      ))}
    </div>
  );
}

export interface BannerProps {
  label: string;
  children: ReactNode;
  /** The button that closes it. Without it, the banner cannot be closed. */
  closeButton?: ComponentProps<"button"> & { [data: `data-${string}`]: unknown };
}

/** A line across the top of the page that stays in place while the page scrolls, except in a low window. */
export function Banner({ label, children, closeButton }: BannerProps) {
  return (
    <section
      aria-label={label}
      className="sticky top-0 z-40 [@media(max-height:34rem)]:static border-b border-accent-line bg-accent-tint text-amber print:hidden"
    >
      <div className="page flex min-h-9 items-center justify-center gap-2 text-sm">
        <p className="text-balance py-1.5 text-center">{children}</p>
        {closeButton && (
          <button
            type="button"
            {...closeButton}
            aria-label={`Dismiss: ${label}`}
            className="-mr-2 grid size-9 shrink-0 place-items-center rounded-full hover:bg-card/60 focus-visible:-outline-offset-4"
          >
            <LineIcon className="size-4">M18 6 6 18M6 6l12 12</LineIcon>
          </button>
        )}
      </div>
    </section>
  );
}

/** The place of notices that cover the foot of the page and remove nothing. Always there, so that they are announced. */
export function FootNotices({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="pointer-events-none fixed inset-x-0 bottom-20 z-50 px-4 md:bottom-6">
      {children}
    </div>
  );
}

interface FootNoticeProps {
  message: string;
  /** The button or link that follows the message. */
  children: ReactNode;
}

export function FootNotice({ message, children }: FootNoticeProps) {
  return (
    <div
      data-theme="dark"
      className="animate-rise pointer-events-auto mx-auto mt-2 flex w-fit max-w-full flex-wrap items-center justify-center gap-x-5 gap-y-2 rounded-md border border-dark-line bg-dark px-5 py-3 text-on-dark shadow-high"
    >
      <StatusLight status="wait" className="text-base">
        {message}
      </StatusLight>
      {children}
    </div>
  );
}

export interface LogoProps {
  name: string;
  className?: string | undefined;
}

/** The doorway with its lamp on, and the name beside it. */
export function Logo({ name, className }: LogoProps) {
  return (
    <span className={clsx("inline-flex items-center gap-2.5", className)}>
      <LogoMark />
      <span className="font-display text-[1.3rem] font-[600] tracking-normal">{name}</span>
    </span>
  );
}

export function LogoMark({ className }: { className?: string | undefined }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 28 28" className={clsx("size-7", className)}>
      <rect width="28" height="28" rx="8" fill="#0d5c45" />
      <circle cx="14" cy="14" r="9" fill="#f4b740" opacity="0.3" />
      <circle cx="14" cy="14" r="5.2" fill="#f4b740" />
    </svg>
  );
}

/**
 * A soft glow, at most one per page. Its parent is `relative overflow-hidden`; position it with its class.
 */
export function Glow({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={clsx("pointer-events-none absolute aspect-square rounded-full", className)}
      style={{
        background:
          "radial-gradient(closest-side, color-mix(in srgb, var(--accent) 34%, transparent), color-mix(in srgb, var(--accent) 15%, transparent) 45%, transparent)",
      }}
    />
  );
}

/** Darkens the page behind a dialog. */
export const overlayClass = "fixed inset-0 z-50 animate-fade bg-[rgb(6_20_15/0.55)] backdrop-blur-[2px]";
