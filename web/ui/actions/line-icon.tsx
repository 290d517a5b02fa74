/** An icon of lines, for public pages, which do not load the icon set. `children` is its path. */
export function LineIcon({ children, className }: { children: string; className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={children} />
    </svg>
  );
}
