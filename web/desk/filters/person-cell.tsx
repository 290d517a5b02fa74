import type { DeskPerson } from "@greenroom/contract/desk/desk-people.ts";
import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { BreakableAddress } from "../../ui/content.tsx";

/** A person's name as a link to their page, with their address. */
export function PersonCell({ person: { _id, name, email } }: { person: DeskPerson }) {
  return (
    <span className="block min-w-0">
      <Link to={paths.operatorPerson(_id)} className="link">
        {name || "No name"}
      </Link>
      <span className="block text-sm text-ink-3">
        <BreakableAddress>{email}</BreakableAddress>
      </span>
    </span>
  );
}
