import { Link } from "react-router";
import { paths } from "../../paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { deskMeta } from "../layout/desk-parts.tsx";

export const meta = () => deskMeta("Page not found");

/** An address under /operator that the desk does not have. */
export default function DeskNotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <EmptyState
          headingLevel={2}
          title="The desk has no such page"
          detail="The address may be misspelled, or the page has moved."
          action={
            <Link to={paths.operator} className={buttonClass()}>
              Go to Today
            </Link>
          }
        />
      </Card>
    </>
  );
}
