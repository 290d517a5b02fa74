import { Link } from "react-router";

/** A link from a record to the list that contains it. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link mb-2 inline-flex min-h-11 items-center text-sm">
      {children}
    </Link>
  );
}
