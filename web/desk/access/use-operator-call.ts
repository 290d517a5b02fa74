import type { Endpoint, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ApiError, type CallArguments, call } from "../../api/client.ts";
import { download, upload } from "../../api/files.ts";
import { useConfirmation } from "./confirmation.tsx";
import { recheckAccess } from "./recheck-access.ts";

type OperatorCall = <E extends Endpoint>(
  endpoint: E,
  ...input: CallArguments<E>
) => Promise<EndpointOutput<E>>;

export function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === "confirmation_required";
}

type OperatorDownload = (...input: Parameters<typeof download>) => Promise<void>;

/**
 * `call` for the desk. When the server asks for a confirmation, the operator is asked for password and code, and the
 * call is made again. Throws the server's refusal when the operator closes the dialog. A refusal because the operator has
 * lost the desk closes it.
 */
export function useOperatorCall(): OperatorCall {
  const withConfirmation = useWithConfirmation();
  return useCallback<OperatorCall>(
    (endpoint, ...input) => withConfirmation(() => call(endpoint, ...input)),
    [withConfirmation],
  );
}

/** `download` for the desk, with the same confirmation. */
export function useOperatorDownload(): OperatorDownload {
  const withConfirmation = useWithConfirmation();
  return useCallback<OperatorDownload>(
    (...input) => withConfirmation(() => download(...input)),
    [withConfirmation],
  );
}

type OperatorUpload = <E extends Endpoint>(
  endpoint: E,
  input: Parameters<typeof upload<E>>[1],
) => Promise<EndpointOutput<E>>;

/** `upload` for the desk, with the same confirmation. */
export function useOperatorUpload(): OperatorUpload {
  const withConfirmation = useWithConfirmation();
  return useCallback<OperatorUpload>(
    (endpoint, input) => withConfirmation(() => upload(endpoint, input)),
    [withConfirmation],
  );
}

function useWithConfirmation() {
  const confirm = useConfirmation();
  const client = useQueryClient();
  return useCallback(
    async <Result>(request: () => Promise<Result>): Promise<Result> => {
      try {
        return await request().catch(async (error: unknown) => {
          if (needsConfirmation(error) && (await confirm())) return await request();
          throw error;
        });
      } catch (error) {
        recheckAccess(client, error);
        throw error;
      }
    },
    [confirm, client],
  );
}
