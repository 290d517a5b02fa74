import { Link } from "react-router";

/** From one record to the list that it is in. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link mb-2 inline-flex min-h-11 items-center text-sm">
      {children}
    </Link>
  );
}
