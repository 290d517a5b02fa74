import { type SiteTextKey, siteTextSchemas } from "@greenroom/contract/desk/site-texts.ts";
import { useState } from "react";
import { flushSync } from "react-dom";
import { type Resolver, useWatch } from "react-hook-form";
import { errorMessage } from "../../api/client.ts";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { focusNotice } from "../actions/desk-notice.tsx";
import { checkReason, ReasonField } from "../actions/reason-field.tsx";
import { operatorMessages } from "../messages.ts";
import type { ActionResult } from "../results/result-notice.tsx";
import { textForms } from "./text-fields.tsx";
import { useSaveText } from "./use-save-text.ts";

interface EditTextProps {
  textKey: SiteTextKey;
  value: unknown;
  version: number;
  isDefault: boolean;
  onSaved: (result: ActionResult) => void;
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
