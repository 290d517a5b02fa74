import { listSettings } from "@greenroom/contract/desk/health.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { Card } from "../../ui/panels.tsx";
import { OperatorQueryContent } from "../access/operator-query-content.tsx";

/** Every setting with its meaning. They are read when the server starts, so they cannot be changed here. */
export function SettingsList() {
  const settings = useQuery(queryOptionsFor(listSettings));
  return (
    <OperatorQueryContent query={settings} loadingLabel="Loading the settings…">
      {(rows) => (
        <Card padded={false}>
          <ul className="divide-y divide-line">
            {rows.map(({ names, meaning, default: byDefault, values }) => (
              <li key={names.join()} className="grid gap-1 px-5 py-3.5">
                {values.map(({ name, isSet, value }) => (
                  <p key={name} className="flex flex-wrap items-baseline justify-between gap-x-6">
                    <code className="break-all text-sm font-semibold">{name}</code>
                    <span className="break-all text-sm">
                      {isSet ? (value ?? "set, and secret") : <span className="text-ink-3">not set</span>}
                    </span>
                  </p>
                ))}
                <p className="text-sm text-ink-2 first-letter:uppercase">
                  {asText(meaning)}. Default: {asText(byDefault)}.
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </OperatorQueryContent>
  );
}

/** The list is written in Markdown, whose links lead into the documentation. */
const asText = (text: string) =>
  text
    .replace(/ ?\(\[[^\]]*\]\([^)]*\)\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "");
