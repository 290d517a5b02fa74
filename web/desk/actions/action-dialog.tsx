import { type ConfirmedAction, isTypedConfirmation, type Preview } from "@greenroom/contract/desk/actions.ts";
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError, errorMessage, fieldProblems } from "../../api/client.ts";
import type { ActionName, EndpointName, InputOf, OutputOf } from "../../api/endpoints.ts";
import { TextField } from "../../forms/fields.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { BreakableAddress } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { ErrorState, LoadingLines } from "../../ui/loading.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { useOperatorCall } from "../access/operator-calls.tsx";
import { operatorMessages } from "../layout/desk-parts.tsx";
import { type ActionField, FieldControl, type FieldValue, useFields } from "./action-fields.tsx";
import { ReasonField } from "./reason.tsx";
import { focusNotice, type Result, useRefresh, useShowResult } from "./result-notice.tsx";

export interface ActionDialogProps<Action extends ActionName> {
  title: string;
  action: Action;
  /** The record of the action's address. */
  id?: string;
  fields?: readonly ActionField[];
  /** What the action is sent besides its fields, or made of them. */
  input?: Partial<InputOf<Action>["body"]> | ((values: Record<string, FieldValue>) => object);
  /** "Refund ₹499"; the title if it is left out. */
  confirmLabel?: string;
  pendingLabel?: string;
  danger?: boolean;
  /** Says who reads the reason, if somebody besides operators does. */
  reasonHint?: string;
  /** Gets the result, which the page shows by itself. */
  onDone?: (answer: OutputOf<Action>) => unknown;
  onClose: () => void;
}

/**
 * An action with consequences: its fields, its preview, its reason, and a typed confirmation if the server requires one.
 */
export function ActionDialog<Action extends ActionName>(props: ActionDialogProps<Action>) {
  const { title, fields = [] } = props;
  const { values, setValue, input } = useFields(props);
  const { preview, error, isCurrent, reload, perform } = useAction(props, input);
  const wasDone = useFocusOnNotice();
  const { onClose, conflict, onConflict } = useRefreshOnClose({ ...props, wasDone, error });
  const problems = new Map(fieldProblems(error).map(({ path, msg }) => [path.split(".").at(-1), msg]));
  const show = useShowResult();
  return (
    <Modal open title={title} onClose={onClose}>
      <div className="grid gap-5">
        {fields.map((field) => (
          <FieldControl
            key={field.name}
            {...field}
            value={values[field.name] ?? ""}
            error={problems.get(field.name)}
            onChange={(value) => setValue(field.name, value)}
          />
        ))}
        {input === null ? (
          <p className="text-ink-2">Fill in the fields to see what would happen.</p>
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
            isRefused={error !== null || !isCurrent}
            reload={reload}
            onPerformed={async (answer) => {
              wasDone.current = true;
              show(answer as Result);
              await props.onDone?.(answer);
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

interface ActionButtonProps<Action extends ActionName> extends Omit<ActionDialogProps<Action>, "onClose"> {
  /** The title if it is left out. */
  children?: ReactNode;
  button?: Omit<ButtonProps, "onClick">;
}

/** A button that opens the dialog of an action. */
export function ActionButton<Action extends ActionName>({
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
      {children ?? action.title}
    </DialogButton>
  );
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
  if (error instanceof ApiError && error.status < 500)
    return <StatusMessage message={message} tone={isConflict(error) ? "wait" : "bad"} />;
  return <ErrorState message={message} onRetry={onRetry} />;
}

/** So long after the last change of a field, its preview is loaded. */
const typingPauseMilliseconds = 300;

/** The two calls of the action with its input as it is now. */
function useAction<Action extends ActionName>(
  { action, id }: ActionDialogProps<Action>,
  input: object | null,
) {
  const operatorCall = useOperatorCall();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((number) => number + 1), []);
  // The input is a new object in every render; its text is not.
  const body = JSON.stringify(input);
  const [first] = useState(body);
  /** The input of the preview that is shown. */
  const [shownBody, setShownBody] = useState<string | null>(null);
  const request = useCallback(
    async (endpoint: EndpointName, more: object = {}): Promise<unknown> =>
      await operatorCall(endpoint, {
        ...(id === undefined ? {} : { params: { id } }),
        body: { ...(JSON.parse(body) as object), ...more },
      } as never),
    [operatorCall, id, body],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for the preview again
  useEffect(() => {
    if (body === "null") {
      setError(null);
      return;
    }
    let isCurrent = true;
    const load = () =>
      request(`${action}/preview` as EndpointName).then(
        (loaded) => {
          if (!isCurrent) return;
          setPreview(loaded as Preview);
          setShownBody(body);
          setError(null);
        },
        (cause: unknown) => isCurrent && setError(cause),
      );
    const timer = setTimeout(load, body === first ? 0 : typingPauseMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [request, action, attempt]);

  const perform = async (confirmed: ConfirmedAction) =>
    (await request(action, confirmed)) as OutputOf<Action>;
  return { preview, error, isCurrent: shownBody === body, reload, perform };
}

interface ConfirmFormProps<Action extends ActionName>
  extends Pick<
    ActionDialogProps<Action>,
    "title" | "confirmLabel" | "pendingLabel" | "danger" | "reasonHint" | "onClose"
  > {
  preview: Preview;
  perform: (confirmed: ConfirmedAction) => Promise<OutputOf<Action>>;
  /** The server would refuse the action as it is now. The typed text stays. */
  isRefused: boolean;
  reload: () => void;
  onConflict: (error: ApiError) => void;
  onPerformed: (answer: OutputOf<Action>) => Promise<void>;
}

function ConfirmForm<Action extends ActionName>({
  preview,
  isRefused,
  reload,
  onConflict,
  onPerformed,
  perform,
  title,
  confirmLabel = title,
  pendingLabel = "Working…",
  danger = false,
  reasonHint = "Kept in the audit log, for operators only.",
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
        await onPerformed(answer);
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
