import type { RunnableLanguage } from "@greenroom/contract/room/code-pad.ts";
import { useState } from "react";
import { RunPanel } from "../room/code-runs/run-panel.tsx";
import { SegmentedControl } from "../ui/actions/segmented-control.tsx";
import { TextArea } from "../ui/fields/text-area.tsx";
import { GallerySection } from "./gallery-section.tsx";

const languages = [
  { value: "python", label: "Python" },
  { value: "javascript", label: "JavaScript" },
  { value: "sql", label: "SQL" },
] as const;

const tables = [
  {
    name: "runs",
    columns: [
      { name: "id", type: "integer" },
      { name: "score", type: "numeric" },
    ],
    rows: [
      ["1", "0.5"],
      ["2", null],
    ],
  },
];

/** The room's runner without a room. */
export function CodeRunGallery() {
  const [language, setLanguage] = useState<RunnableLanguage>("python");
  const [code, setCode] = useState("");
  return (
    <GallerySection title="Running code">
      <SegmentedControl label="Language" options={languages} value={language} onChange={setLanguage} />
      <div className="flex max-h-[28rem] flex-col rounded-md border border-line">
        <RunPanel
          language={language}
          readCode={() => code}
          tables={tables}
          remoteRun={null}
          onResult={() => undefined}
          tools={null}
        >
          <TextArea
            aria-label="Code to run"
            rows={6}
            className="font-mono"
            spellCheck={false}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </RunPanel>
      </div>
    </GallerySection>
  );
}
