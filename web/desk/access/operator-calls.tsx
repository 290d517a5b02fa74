import { type QueryClient, type UseMutationResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useCallback } from "react";
import { ApiError, call, errorMessage } from "../../api/client.ts";
import { download, upload } from "../../api/files.ts";
import { queryKeyFor, queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState, PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";
import { confirmationLasts, useConfirmation } from "./confirmation.tsx";

export function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === "confirmation_required";
}

/**
 * A request of the desk. When the server asks for a confirmation, the operator is asked for password and code, and the
 * request is made again. Throws the server's refusal when the operator closes the dialog. A refusal because the operator
 * has lost the desk closes it.
 */
function useConfirmable<Request extends (...input: never[]) => Promise<unknown>>(request: Request): Request {
  const confirm = useConfirmation();
  const client = useQueryClient();
  const confirmable = useCallback(
    async (...input: never[]): Promise<unknown> => {
      try {
        return await request(...input).catch(async (error: unknown) => {
          if (needsConfirmation(error) && (await confirm())) return await request(...input);
          throw error;
        });
      } catch (error) {
        recheckAccess(client, error);
        throw error;
      }
    },
    [confirm, client, request],
  );
  return confirmable as Request;
}

export const useOperatorCall = () => useConfirmable(call);
export const useOperatorDownload = () => useConfirmable(download);
export const useOperatorUpload = () => useConfirmable(upload);

export const isForbidden = (error: unknown) => error instanceof ApiError && error.code === "forbidden";

/**
 * Requests the desk's state again if a call was refused because the desk is closed or forbidden: twelve hours have
 * passed, another tab closed it, or an owner removed the access. One request at a time.
 */
function recheckAccess(client: QueryClient, error: unknown): void {
  const isClosed = error instanceof ApiError && error.code === "second_factor_required";
  if (!isClosed && !isForbidden(error)) return;
  void client.invalidateQueries(
    { queryKey: queryKeyFor("GET /api/operator/access") },
    { cancelRefetch: false },
  );
}

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

/** Whether the operator is an owner. Actions that only owners may take are hidden from `support`. */
export function useIsOwner(): boolean {
  return useQuery(queryOptionsFor("GET /api/operator/access")).data?.level === "owner";
}

interface DownloadProps {
  /** The download. */
  save: UseMutationResult<unknown, Error, void>;
}

interface DownloadButtonProps extends DownloadProps {
  size?: "sm" | "md";
  children?: ReactNode;
}

export function DownloadButton({ save, size = "md", children = "Export as CSV" }: DownloadButtonProps) {
  return (
    <Button
      variant="quiet"
      size={size}
      pending={save.isPending}
      pendingLabel="Preparing…"
      onClick={() => save.mutate()}
    >
      {children}
    </Button>
  );
}

/** The reason why a download failed, below the buttons. */
export function DownloadProblem({ save, className }: DownloadProps & { className?: string }) {
  return (
    <StatusMessage
      className={className}
      message={save.error === null ? null : errorMessage(save.error, operatorMessages.action)}
      tone="bad"
    />
  );
}
