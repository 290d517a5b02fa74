import type { ComponentProps } from "react";
import { ApiError, errorMessage } from "../../api/client.ts";
import { QueryContent } from "../../app/query-content.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { operatorMessages } from "../messages.ts";
import { confirmationLasts, useConfirmation } from "./confirmation.tsx";
import { needsConfirmation } from "./use-operator-call.ts";

type QueryContentProps<Data> = ComponentProps<typeof QueryContent<Data>>;

interface OperatorQueryContentProps<Data> extends Omit<QueryContentProps<Data>, "messages"> {
  /** The page's title until the data is there, for a page whose title is part of it. */
  titleBefore?: string;
  /** Why the confirmation is needed, where the operator acts instead of looking. */
  whyConfirm?: string;
}

const isNotFound = (error: Error | null) => error instanceof ApiError && error.code === "not_found";

/**
 * `QueryContent` for the desk: offers a confirmation if the server requires one, and no retry for a record
 * that does not exist.
 */
export function OperatorQueryContent<Data>({ titleBefore, ...props }: OperatorQueryContentProps<Data>) {
  const hasNoTitle = titleBefore !== undefined && props.query.data === undefined;
  return (
    <>
      {hasNoTitle && <PageHeader title={titleBefore} />}
      <ConfirmableContent {...props} />
    </>
  );
}

function ConfirmableContent<Data>({
  whyConfirm = "This page shows personal data or money. Give your password and second factor to see it.",
  ...props
}: Omit<OperatorQueryContentProps<Data>, "titleBefore">) {
  const confirm = useConfirmation();
  const { query } = props;
  if (query.data === undefined && isNotFound(query.error)) {
    return (
      <Card>
        <EmptyState
          headingLevel={2}
          title="Not found"
          detail={`${errorMessage(query.error, operatorMessages.load)} The address may be wrong, or it was deleted.`}
        />
      </Card>
    );
  }
  if (query.data !== undefined || !needsConfirmation(query.error)) {
    return <QueryContent {...props} messages={operatorMessages.load} />;
  }
  async function confirmAndLoad() {
    if (await confirm()) await query.refetch();
  }
  return (
    <Card>
      <EmptyState
        headingLevel={2}
        title="Confirm that it is you"
        detail={`${whyConfirm} ${confirmationLasts}`}
        action={<Button onClick={() => void confirmAndLoad()}>Confirm</Button>}
      />
    </Card>
  );
}
