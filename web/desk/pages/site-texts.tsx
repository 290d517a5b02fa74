import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OutputOf } from "../../api/endpoints.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent, useIsOwner } from "../access/operator-calls.tsx";
import { deskMeta } from "../layout/desk-parts.tsx";
import { EditText, TextHistory } from "../site-texts/edit-text.tsx";
import { textForms } from "../site-texts/text-fields.tsx";

export const meta = () => deskMeta("Site texts");

type SiteText = OutputOf<"GET /api/operator/words">[number];

type Opened =
  // The text as it was when the dialog opened: its version must belong to what the form shows, even if the list is
  // loaded again meanwhile, so that Publish is refused when somebody else has published since.
  { dialog: "edit"; text: SiteText; earlier?: unknown } | { dialog: "history"; text: SiteText } | null;

/** Texts of the site that change without a deploy. */
export default function SiteTextsPage() {
  const texts = useQuery(queryOptionsFor("GET /api/operator/words"));
  const [opened, setOpened] = useState<Opened>(null);
  const isOwner = useIsOwner();
  const close = () => setOpened(null);

  return (
    <>
      <PageHeader title="Site texts" detail="Texts of the site that you can change without a deploy." />
      <OperatorQueryContent query={texts} loadingLabel="Loading the texts…">
        {(rows) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {rows.map((text) => {
              const { key, value, isDefault } = text;
              const { title, detail, preview } = textForms[key];
              return (
                <Card key={key} className="flex flex-col gap-4">
                  <div>
                    <h2 className="text-xl">{title}</h2>
                    <p className="mt-1 text-sm text-ink-3">
                      {detail} {isDefault ? "Not changed." : "Changed."}
                    </p>
                  </div>
                  <div className="grow">{preview(value as never)}</div>
                  <div className="flex flex-wrap gap-3">
                    {isOwner && (
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Edit: ${title}`}
                        onClick={() => setOpened({ dialog: "edit", text })}
                      >
                        Edit
                      </Button>
                    )}
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`History: ${title}`}
                      onClick={() => setOpened({ dialog: "history", text })}
                    >
                      History
                    </Button>
                  </div>
                </Card>
              );
            })}
          </div>
        )}
      </OperatorQueryContent>
      {opened?.dialog === "edit" && <EditText text={opened.text} earlier={opened.earlier} onClose={close} />}
      {opened?.dialog === "history" && (
        <TextHistory
          textKey={opened.text.key}
          onRestore={isOwner ? (earlier) => setOpened({ ...opened, dialog: "edit", earlier }) : undefined}
          onClose={close}
        />
      )}
    </>
  );
}
