import {
  editSiteText,
  listSiteTextVersions,
  type SiteTextKey,
  siteTextSchemas,
} from "@greenroom/contract/desk/site-texts.ts";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { flushSync } from "react-dom";
import { type Resolver, useWatch } from "react-hook-form";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { OperatorQueryContent, useOperatorCall } from "../access/operator-calls.tsx";
import { checkReason, ReasonDialog, ReasonField } from "../actions/reason.tsx";
import { focusNotice, type Result, undoReason, useRefresh } from "../actions/result-notice.tsx";
import { DeskTime, operatorMessages } from "../layout/desk-parts.tsx";
import { textForms } from "./text-fields.tsx";

interface EditTextProps {
  textKey: SiteTextKey;
  value: unknown;
  version: number;
  isDefault: boolean;
  onSaved: (result: Result) => void;
  onClose: () => void;
}

type Values = Record<string, unknown>;

/** Edits a text of the site beside a preview of it. */
export function EditText({ textKey, value, version, isDefault, onSaved, onClose }: EditTextProps) {
  const saveText = useSaveText();
  const [isReset, setReset] = useState(false);
  const form = textForms[textKey];

  async function save(changed: unknown, reason: string) {
    onSaved(
      await saveText({ key: textKey, value: changed, version, reason, before: isDefault ? null : value }),
    );
    onClose();
    focusNotice();
  }

  return (
    <Modal open title={form.title} description={form.detail} width="wide" onClose={onClose}>
      <Form<Values>
        label={form.title}
        defaultValues={{ ...form.toForm(value as never), reason: "" }}
        resolver={resolverOf(textKey, isReset)}
        failureMessage={(error) => errorMessage(error, operatorMessages.action)}
        onSubmit={async (values) => save(isReset ? null : form.fromForm(values), String(values.reason))}
      >
        {form.fields}
        <TextPreview textKey={textKey} />
        <ReasonField hint="Kept in the history of this text." />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Go back
          </Button>
          {!isDefault && (
            <Button
              variant="quiet"
              onClick={({ currentTarget }) => {
                // No submit button: Enter in a field clicks the first one of a form, which has to be Publish.
                flushSync(() => setReset(true));
                currentTarget.form?.requestSubmit();
              }}
            >
              Go back to the default
            </Button>
          )}
          <SubmitButton pendingLabel="Saving…" onClick={() => setReset(false)}>
            Publish
          </SubmitButton>
        </div>
      </Form>
    </Modal>
  );
}

function TextPreview({ textKey }: { textKey: SiteTextKey }) {
  const values = useWatch() as Values;
  const { fromForm, preview } = textForms[textKey];
  const read = siteTextSchemas[textKey].safeParse(fromForm(values));
  return (
    <section aria-label="Preview" className="grid gap-2">
      <h3 className="text-sm font-semibold">Preview</h3>
      {read.success ? (
        preview(read.data as never)
      ) : (
        <p className="text-sm text-ink-3">Fill in the fields to see it.</p>
      )}
    </section>
  );
}

/** Validates the fields as the server does; only the reason if the default is restored. */
function resolverOf(textKey: SiteTextKey, isReset: boolean): Resolver<Values> {
  return (values) => {
    const errors: Values = {};
    const read = isReset
      ? undefined
      : siteTextSchemas[textKey].safeParse(textForms[textKey].fromForm(values));
    for (const { path, message } of read?.error?.issues ?? []) setError(errors, path, message);
    const reason = checkReason(String(values.reason ?? ""));
    if (reason !== true) setError(errors, ["reason"], reason);
    const hasErrors = Object.keys(errors).length > 0;
    return hasErrors ? { values: {}, errors: errors as never } : { values, errors: {} };
  };
}

function setError(errors: Values, path: readonly PropertyKey[], message: string): void {
  let at = errors;
  for (const [index, key] of path.entries()) {
    if (index === path.length - 1) at[String(key)] ??= { type: "validate", message };
    else {
      at[String(key)] ??= {};
      at = at[String(key)] as Values;
    }
  }
}

interface TextHistoryProps {
  textKey: SiteTextKey;
  /** The current value; left out if this operator cannot edit texts. */
  current: { value: unknown; version: number; isDefault: boolean } | undefined;
  onSaved: (result: Result) => void;
  onClose: () => void;
}

/** The versions of a text, with their authors and reasons. An owner can publish an earlier one again. */
export function TextHistory({ textKey, current, onSaved, onClose }: TextHistoryProps) {
  const versions = useQuery(queryOptionsFor(listSiteTextVersions, { params: { key: textKey } }));
  const { title, preview } = textForms[textKey];
  const saveText = useSaveText();
  const [restored, setRestored] = useState<{ value: unknown } | null>(null);

  if (restored !== null && current !== undefined) {
    return (
      <ReasonDialog
        title={`Restore: ${title}`}
        detail="The site shows this version again within seconds. The versions after it stay in the history."
        confirmLabel="Restore this version"
        danger={false}
        onConfirm={async (reason) => {
          const before = current.isDefault ? null : current.value;
          onSaved(await saveText({ key: textKey, ...current, value: restored.value, reason, before }));
        }}
        onClose={onClose}
      >
        {restored.value === null ? (
          <p className="text-ink-2">The default.</p>
        ) : (
          preview(restored.value as never)
        )}
      </ReasonDialog>
    );
  }

  return (
    <Modal open title={`History: ${title}`} width="wide" onClose={onClose}>
      <OperatorQueryContent query={versions} loadingLabel="Loading the history…">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Never changed" detail="The site shows the default." />
          ) : (
            <ol className="grid gap-5">
              {rows.map(({ version, value, reason, editedBy, editedAt }) => (
                <li key={version} className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
                  <p>
                    <span className="font-semibold">{editedBy}</span>, <DeskTime at={editedAt} />: {reason}
                  </p>
                  {value === null ? (
                    <p className="text-ink-2">Back to the default.</p>
                  ) : (
                    preview(value as never)
                  )}
                  {current !== undefined && version < current.version && (
                    <Button
                      size="sm"
                      variant="quiet"
                      className="justify-self-start"
                      onClick={() => setRestored({ value })}
                    >
                      Restore this version
                      <span className="sr-only"> {version}</span>
                    </Button>
                  )}
                </li>
              ))}
              {rows.at(-1)?.version === 1 && (
                <li className="grid gap-2 border-t border-line pt-4">
                  <p>Before the first change, the site showed the default.</p>
                  {current !== undefined && !current.isDefault && (
                    <Button
                      size="sm"
                      variant="quiet"
                      className="justify-self-start"
                      onClick={() => setRestored({ value: null })}
                    >
                      Restore the default
                    </Button>
                  )}
                </li>
              )}
            </ol>
          )
        }
      </OperatorQueryContent>
    </Modal>
  );
}

interface TextChange {
  key: SiteTextKey;
  /** Null: the default. */
  value: unknown;
  /** The version that is changed. */
  version: number;
  reason: string;
  /** The current value, which an undo restores; null means the default. */
  before: unknown;
}

/** Publishes a text. The undo is refused when somebody has changed the text again meanwhile. */
export function useSaveText(): (change: TextChange) => Promise<Result> {
  const operatorCall = useOperatorCall();
  const refresh = useRefresh();
  return useCallback(
    async ({ key, value, version, reason, before }: TextChange) => {
      async function publish(published: unknown, from: number, why: string): Promise<Result> {
        const { msg } = await operatorCall(editSiteText, {
          params: { key },
          body: { value: published, version: from, reason: why },
        });
        refresh();
        return { msg };
      }
      const result = await publish(value, version, reason);
      return { ...result, undo: () => publish(before, version + 1, undoReason) };
    },
    [operatorCall, refresh],
  );
}
