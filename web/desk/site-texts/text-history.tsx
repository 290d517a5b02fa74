import { listSiteTextVersions, type SiteTextKey } from "@greenroom/contract/desk/site-texts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/content.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";
import { ReasonDialog } from "../actions/reason-dialog.tsx";
import type { ActionResult } from "../results/result-notice.tsx";
import { DeskTime } from "../time/desk-time.tsx";
import { textForms } from "./text-fields.tsx";
import { useSaveText } from "./use-save-text.ts";

interface TextHistoryProps {
  textKey: SiteTextKey;
  /** The current value; left out if this operator cannot edit texts. */
  current: { value: unknown; version: number; isDefault: boolean } | undefined;
  onSaved: (result: ActionResult) => void;
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
