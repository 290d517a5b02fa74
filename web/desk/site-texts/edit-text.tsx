import { reasonSchema } from "@greenroom/contract/desk/actions.ts";
import { type SiteTextKey, siteTextSchemas } from "@greenroom/contract/desk/site-texts.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { errorMessage } from "../../api/client.ts";
import type { OutputOf } from "../../api/endpoints.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Form, SubmitButton } from "../../forms/form.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { OperatorQueryContent, useOperatorCall } from "../access/operator-calls.tsx";
import { ReasonField } from "../actions/reason.tsx";
import {
  focusNotice,
  type Result,
  undoReason,
  useRefresh,
  useShowResult,
} from "../actions/result-notice.tsx";
import { DeskTime, operatorMessages } from "../layout/desk-parts.tsx";
import { textForms } from "./text-fields.tsx";

type SiteText = OutputOf<"GET /api/operator/words">[number];
type Values = Record<string, unknown>;

interface EditTextProps {
  text: SiteText;
  /** What the form begins with, if that is an earlier version. */
  earlier?: unknown;
  onClose: () => void;
}

/** Edits a text of the site beside a preview of it. The undo is refused when somebody has changed it again meanwhile. */
export function EditText({ text, earlier, onClose }: EditTextProps) {
  const { key, value, version, isDefault } = text;
  const operatorCall = useOperatorCall();
  const refresh = useRefresh();
  const show = useShowResult();
  const [isReset, setReset] = useState(false);
  const form = textForms[key];

  async function publish(published: unknown, from: number, reason: string): Promise<Result> {
    const body = { value: published, version: from, reason };
    const { msg } = await operatorCall("PUT /api/operator/words/:key", { params: { key }, body });
    refresh();
    return { msg };
  }
  async function save(changed: unknown, reason: string) {
    const before = isDefault ? null : value;
    const result = await publish(changed, version, reason);
    show({ ...result, undo: () => publish(before, version + 1, undoReason) });
    onClose();
    focusNotice();
  }

  return (
    <Modal open title={form.title} description={form.detail} width="wide" onClose={onClose}>
      <Form<Values & { reason: string }>
        label={form.title}
        defaultValues={{ ...form.toForm((earlier ?? value) as never), reason: "" }}
        resolver={zodResolver(isReset ? z.looseObject({ reason: reasonSchema }) : schemaOf(key))}
        failureMessage={(error) => errorMessage(error, operatorMessages.action)}
        onSubmit={async (values) => save(isReset ? null : form.fromForm(values), String(values.reason))}
      >
        {form.fields}
        <TextPreview textKey={key} />
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

/** Validates the fields of a text as the server does. */
const schemaOf = (key: SiteTextKey) =>
  z.looseObject({ reason: reasonSchema }).superRefine((values, context) => {
    const read = siteTextSchemas[key].safeParse(textForms[key].fromForm(values));
    for (const { path, message } of read.error?.issues ?? [])
      context.addIssue({ code: "custom", path: [...path], message });
  });

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

interface TextHistoryProps {
  textKey: SiteTextKey;
  /** Edits the text, beginning with an earlier version; left out if this operator cannot edit texts. */
  onRestore: ((value: unknown) => void) | undefined;
  onClose: () => void;
}

/** The versions of a text, with their authors and reasons. An owner can publish an earlier one again. */
export function TextHistory({ textKey, onRestore, onClose }: TextHistoryProps) {
  const versions = useQuery(
    queryOptionsFor("GET /api/operator/words/:key/versions", { params: { key: textKey } }),
  );
  const { title, preview } = textForms[textKey];
  return (
    <Modal open title={`History: ${title}`} width="wide" onClose={onClose}>
      <OperatorQueryContent query={versions} loadingLabel="Loading the history…">
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title="Never changed" detail="The site shows the default." />
          ) : (
            <ol className="grid gap-5">
              {rows.map(({ version, value, reason, editedBy, editedAt }, index) => (
                <li key={version} className="grid gap-2 border-t border-line pt-4 first:border-0 first:pt-0">
                  <p>
                    <span className="font-semibold">{editedBy}</span>, <DeskTime at={editedAt} />: {reason}
                  </p>
                  {value === null ? (
                    <p className="text-ink-2">Back to the default.</p>
                  ) : (
                    preview(value as never)
                  )}
                  {onRestore !== undefined && index > 0 && value !== null && (
                    <Button
                      size="sm"
                      variant="quiet"
                      className="justify-self-start"
                      onClick={() => onRestore(value)}
                    >
                      Restore this version
                      <span className="sr-only"> {version}</span>
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          )
        }
      </OperatorQueryContent>
    </Modal>
  );
}
