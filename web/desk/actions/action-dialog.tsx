import {
  type ConfirmedAction,
  type DeskAction,
  isTypedConfirmation,
  type Preview,
} from "@greenroom/contract/desk/actions.ts";
import type { Endpoint, EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import {
  createContext,
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { z } from "zod";
import { ApiError, errorMessage, fieldProblems } from "../../api/client.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { BreakableAddress } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { useOperatorCall } from "../access/operator-calls.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";
import { ReasonField } from "./reason.tsx";
import { focusNotice, type Result, useRefresh } from "./result-notice.tsx";

interface ActionDialogProps<Action extends DeskAction> {
  title: string;
  action: Action;
  /** The record of the action's address. */
  id?: string;
  /** The fields of the action. */
  input?: EndpointInput<Action["preview"]>;
  /** "Refund ₹499" */
  confirmLabel: string;
  pendingLabel?: string;
  danger?: boolean;
  /** Says who reads the reason, if somebody besides operators does. */
  reasonHint?: string;
  /** Gets the whole preview, where it has more than lines. */
  onPreview?: (preview: EndpointOutput<Action["preview"]>) => void;
  /** Gets the result, to show it in the page's `ResultNotice`. */
  onDone: (answer: EndpointOutput<Action["perform"]>) => unknown;
  onClose: () => void;
  /** A field above the preview is invalid: the preview shows other values, and nothing can be confirmed. */
  isIncomplete?: boolean;
  /** Fields that change the preview, above it. */
  children?: ReactNode;
}

type EndpointInput<E extends Endpoint> = E["body"] extends z.ZodType ? z.input<E["body"]> : never;

/**
 * An action with consequences: its preview, its reason, and a typed confirmation if the server requires one.
 */
export function ActionDialog<Action extends DeskAction>(props: ActionDialogProps<Action>) {
  const { title, isIncomplete = false, children } = props;
  const { preview, error, reload, perform } = useAction(props);
  const wasDone = useFocusOnNotice();
  const { onClose, conflict, onConflict } = useRefreshOnClose({ ...props, wasDone, error });
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
            perform={perform}
            onClose={onClose}
            onConflict={onConflict}
            preview={preview}
            isRefused={error !== null || isIncomplete}
            reload={reload}
            onPerformed={() => {
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

/** What every dialog of an action gets from its page. */
export interface DialogProps {
  onDone: (result: Result) => void;
  onClose: () => void;
}

interface DialogButtonProps extends Omit<ButtonProps, "onClick"> {
  dialog: (onClose: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="quiet" {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

interface ActionButtonProps<Action extends DeskAction>
  extends Omit<ActionDialogProps<Action>, "onClose" | "children"> {
  children: ReactNode;
  button?: Omit<ButtonProps, "onClick">;
}

/** A button that opens the dialog of an action without fields. */
export function ActionButton<Action extends DeskAction>({
  children,
  button,
  ...action
}: ActionButtonProps<Action>) {
  return (
    <DialogButton
      {...button}
      dialog={(onClose) => (
        <ActionDialog<Action> {...(action as unknown as ActionDialogProps<Action>)} onClose={onClose} />
      )}
    >
      {children}
    </DialogButton>
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
 * The page is reloaded when the dialog closes after the action was done or somebody else's change was noticed. Before that,
 * it might remove the dialog together with the sentence about the change.
 */
function useRefreshOnClose({
  onClose,
  wasDone,
  error: previewError,
}: {
  onClose: () => void;
  wasDone: { current: boolean };
  error: unknown;
}) {
  const refresh = useRefresh();
  const [conflict, setConflict] = useState<string | null>(null);
  return {
    conflict,
    onConflict: (error: ApiError) => setConflict(error.msg),
    onClose: () => {
      onClose();
      if (wasDone.current || conflict !== null || isConflict(previewError)) refresh();
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

/** The two calls of the action with its fields as they are now. */
function useAction<Action extends DeskAction>({ action, id, input, onPreview }: ActionDialogProps<Action>) {
  const operatorCall = useOperatorCall();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((number) => number + 1), []);
  // The input is a new object in every render; its text is not.
  const fields = JSON.stringify(input ?? {});
  const request = useCallback(
    async (endpoint: Endpoint, more: object = {}): Promise<unknown> =>
      await operatorCall(endpoint, {
        ...(id === undefined ? {} : { params: { id } }),
        body: { ...(JSON.parse(fields) as object), ...more },
      } as never),
    [operatorCall, id, fields],
  );
  const shown = useRef(onPreview);
  shown.current = onPreview;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the preview again
  useEffect(() => {
    let isCurrent = true;
    request(action.preview).then(
      (loaded) => {
        if (!isCurrent) return;
        setPreview(loaded as Preview);
        setError(null);
        shown.current?.(loaded as EndpointOutput<Action["preview"]>);
      },
      (cause: unknown) => isCurrent && setError(cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [request, action, attempt]);

  const perform = async (confirmed: ConfirmedAction) =>
    (await request(action.perform, confirmed)) as EndpointOutput<Action["perform"]>;
  return { preview, error, reload, perform };
}

interface ConfirmFormProps<Action extends DeskAction>
  extends Pick<
    ActionDialogProps<Action>,
    "confirmLabel" | "pendingLabel" | "danger" | "reasonHint" | "onDone" | "onClose"
  > {
  preview: Preview;
  perform: (confirmed: ConfirmedAction) => Promise<EndpointOutput<Action["perform"]>>;
  /** The server would refuse the action as it is now. The typed text stays. */
  isRefused: boolean;
  reload: () => void;
  onConflict: (error: ApiError) => void;
  onPerformed: () => void;
}

function ConfirmForm<Action extends DeskAction>({
  preview,
  isRefused,
  reload,
  onConflict,
  onPerformed,
  perform,
  confirmLabel,
  pendingLabel = "Working…",
  danger = false,
  reasonHint = "Kept in the audit log, for operators only.",
  onDone,
  onClose,
}: ConfirmFormProps<Action>) {
  const { typedConfirmation, version } = preview;
  return (
    <Form
      label={confirmLabel}
      defaultValues={{ reason: "", typed: "" }}
      failureMessage={(error) => errorMessage(error, operatorMessages.action)}
      onSubmit={async ({ reason, typed }) => {
        const confirmed = { reason, version, ...(typedConfirmation === null ? {} : { typed }) };
        const answer = await perform(confirmed).catch((error: unknown) => {
          // The preview is outdated, so a new one replaces it. The typed reason stays.
          if (isConflict(error)) {
            onConflict(error);
            reload();
          }
          throw error;
        });
        onPerformed();
        await onDone(answer);
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

/**
 * The effects of an action before it is confirmed. On a phone, each label is above its text, because the texts are sentences with addresses
 * in them, for which half the width of a dialog is too narrow.
 */
function PreviewLines({ lines }: { lines: Preview["lines"] }) {
  return (
    <dl className="grid gap-x-5 gap-y-2.5 sm:grid-cols-[fit-content(40%)_1fr]">
      {lines.map(({ label, text }) => (
        <div key={label} className="sm:contents">
          <dt className="min-w-18 text-ink-2 max-sm:text-sm">{label}</dt>
          <dd className="min-w-0 break-words font-semibold tabular">
            <Sentence>{text}</Sentence>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An amount such as ₹149.80 stays on one line; an address breaks after its separators. */
function Sentence({ children }: { children: string }) {
  // The odd parts are addresses.
  return children.split(/(\S+@\S+)/u).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the sentence
    <Fragment key={index}>{index % 2 === 1 ? <BreakableAddress>{part}</BreakableAddress> : part}</Fragment>
  ));
}

/** The reasons for which the preview was refused, by the name of the action's field. */
const PreviewProblems = createContext<ReadonlyMap<string, string>>(new Map());

/** The server's error about a field above the preview, for the `error` of its `Field`. */
export function useFieldProblem(field: string): string | undefined {
  return useContext(PreviewProblems).get(field);
}
