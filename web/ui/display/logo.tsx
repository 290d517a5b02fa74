import clsx from "clsx";

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
