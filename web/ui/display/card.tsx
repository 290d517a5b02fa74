import clsx from "clsx";
import type { ComponentProps } from "react";

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
