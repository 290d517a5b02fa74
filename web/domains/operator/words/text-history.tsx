import { listSiteTextVersions, type SiteTextKey } from "@greenroom/contract/operator/words.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../../api/query-client.ts";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";
import { DeskTime } from "../time/desk-time.tsx";
import { textForms } from "./text-fields.tsx";

interface TextHistoryProps {
  textKey: SiteTextKey;
  onClose: () => void;
}

/** The versions of a text, with their authors and reasons. */
export function TextHistory({ textKey, onClose }: TextHistoryProps) {
  const versions = useQuery(queryOptionsFor(listSiteTextVersions, { params: { key: textKey } }));
  const { title, preview } = textForms[textKey];
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
                </li>
              ))}
            </ol>
          )
        }
      </OperatorQueryContent>
    </Modal>
  );
}
