import { type ConfirmedAction, isTypedConfirmation, type Preview } from "@greenroom/contract/desk/actions.ts";
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError, errorMessage, fieldProblems } from "../../api/client.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { operatorMessages } from "../messages.ts";
import { focusNotice } from "./desk-notice.tsx";
import { PreviewLines, PreviewProblems } from "./preview-lines.tsx";
import { ReasonField } from "./reason-field.tsx";
import { useRefreshPage } from "./use-refresh.ts";

interface ActionDialogProps {
  title: string;
  /** Asks the server what the action would do now. A new function loads a new preview, so memoize it. */
  loadPreview: () => Promise<Preview>;
  /** "Refund ₹499" */
  confirmLabel: string;
  pendingLabel?: string;
  danger?: boolean;
  /** Says who reads the reason, if somebody besides operators does. */
  reasonHint?: string;
  /** Performs the action. Throws the client's errors. */
  onConfirm: (action: ConfirmedAction) => Promise<unknown>;
  onClose: () => void;
  /** A field above the preview is invalid: the preview shows other values, and nothing can be confirmed. */
  isIncomplete?: boolean;
  /** Fields that change the preview, above it. */
  children?: ReactNode;
}

/**
 * An action with consequences: its preview, its reason, and a typed confirmation if the server requires one.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, loadPreview, isIncomplete = false, children } = props;
  const { preview, error, reload } = usePreview(loadPreview);
  const { onClose, conflict, onConflict } = useRefreshAfterConflict(props.onClose, error);
  const wasDone = useFocusOnNotice();
  const enterForReason = useEnterForReason(preview);
  const problems = new Map(fieldProblems(error).map(({ path, msg }) => [path, msg]));
  return (
    <Modal open title={title} onClose={onClose}>
      <div className="grid gap-5">
        {children !== undefined && (
          <div className="contents" {...enterForReason}>
            <PreviewProblems value={problems}>{children}</PreviewProblems>
          </div>
        )}
        {isIncomplete ? (
          <p className="text-ink-2">Correct the field above to see what would happen.</p>
        ) : error !== null ? (
          // Below the form, the refused action says the same.
          errorMessage(error, operatorMessages.load) !== conflict && (
            <PreviewFailure error={error} onRetry={reload} />
          )
        ) : preview === null ? (
          <LoadingLines label="Loading what this would do…" lines={3} />
        ) : (
          <PreviewLines lines={preview.lines} />
        )}
        {preview !== null && (
          <ConfirmForm
            {...props}
            onClose={onClose}
            onConflict={onConflict}
            preview={preview}
            isRefused={error !== null || isIncomplete}
            reload={reload}
            onDone={() => {
              wasDone.current = true;
            }}
          />
        )}
        {preview === null && error !== null && (
          <Button variant="quiet" className="justify-self-end" onClick={onClose}>
            Go back
          </Button>
        )}
      </div>
    </Modal>
  );
}

/**
 * Enter in a field above the preview applies the field, as leaving it does, and moves the focus to the
 * reason: at once, or as soon as the first preview and the reason are shown.
 */
function useEnterForReason(preview: Preview | null) {
  const fields = useRef<HTMLDivElement>(null);
  const waits = useRef(false);
  const focusReason = useCallback(() => {
    const reason = fields.current?.closest("[role=dialog]")?.querySelector<HTMLElement>("[name=reason]");
    reason?.focus();
    return reason !== null && reason !== undefined;
  }, []);
  useEffect(() => {
    if (preview !== null && waits.current) waits.current = !focusReason();
  }, [preview, focusReason]);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, target } = event;
    waits.current = false;
    if (key !== "Enter" || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (focusReason()) return;
    waits.current = true;
    target.blur();
    target.focus();
  }
  return { ref: fields, onKeyDown };
}

/**
 * Set `current` when the action is done. The focus then moves to the notice, because the button may be gone.
 */
function useFocusOnNotice() {
  const wasDone = useRef(false);
  useEffect(
    () => () => {
      if (wasDone.current) focusNotice();
    },
    [],
  );
  return wasDone;
}

/**
 * The page is reloaded when the dialog closes after somebody else's change was noticed. Before that, it might remove the
 * dialog together with the sentence about the change.
 */
function useRefreshAfterConflict(onClose: () => void, previewError: unknown) {
  const refreshPage = useRefreshPage();
  const [conflict, setConflict] = useState<string | null>(null);
  return {
    conflict,
    onConflict: (error: ApiError) => setConflict(error.msg),
    onClose: () => {
      onClose();
      if (conflict !== null || isConflict(previewError)) refreshPage();
    },
  };
}

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === "conflict";

/** Offers no retry for a refusal of the server, because the fields above have to be corrected first. */
function PreviewFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = errorMessage(error, operatorMessages.load);
  if (error instanceof ApiError && error.status < 500) return <StatusMessage message={message} tone="bad" />;
  return <ErrorState message={message} onRetry={onRetry} />;
}

function usePreview(loadPreview: () => Promise<Preview>) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((number) => number + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the preview again
  useEffect(() => {
    let isCurrent = true;
    loadPreview().then(
      (loaded) => {
        if (!isCurrent) return;
        setPreview(loaded);
        setError(null);
      },
      (cause: unknown) => isCurrent && setError(cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [loadPreview, attempt]);

  return { preview, error, reload };
}

interface ConfirmFormProps extends ActionDialogProps {
  preview: Preview;
  /** The server would refuse the action as it is now. The typed text stays. */
  isRefused: boolean;
  reload: () => void;
  onConflict: (error: ApiError) => void;
  onDone: () => void;
}

function ConfirmForm({
  preview,
  isRefused,
  reload,
  onConflict,
  onDone,
  confirmLabel,
  pendingLabel = "Working…",
  danger = false,
  reasonHint = "Kept in the audit log, for operators only.",
  onConfirm,
  onClose,
}: ConfirmFormProps) {
  const { typedConfirmation, version } = preview;
  return (
    <Form
      label={confirmLabel}
      defaultValues={{ reason: "", typed: "" }}
      failureMessage={(error) => errorMessage(error, operatorMessages.action)}
      onSubmit={async ({ reason, typed }) => {
        try {
          await onConfirm({ reason, version, ...(typedConfirmation === null ? {} : { typed }) });
        } catch (error) {
          // The preview is outdated, so a new one replaces it. The typed reason stays.
          if (isConflict(error)) {
            onConflict(error);
            reload();
          }
          throw error;
        }
        onDone();
        onClose();
      }}
    >
      <ReasonField hint={reasonHint} isLast={typedConfirmation === null} />
      {typedConfirmation !== null && (
        <TextField
          name="typed"
          label={`Type ${typedConfirmation} to confirm`}
          autoComplete="off"
          required
          rules={{
            validate: (value: string) =>
              isTypedConfirmation(typedConfirmation, value) || `Type ${typedConfirmation} to confirm.`,
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          Go back
        </Button>
        <SubmitButton
          disabled={isRefused}
          variant={danger ? "danger" : "primary"}
          pendingLabel={pendingLabel}
        >
          {confirmLabel}
        </SubmitButton>
      </div>
    </Form>
  );
}
