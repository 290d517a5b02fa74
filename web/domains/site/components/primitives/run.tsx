import type { RunnableLanguage } from "@greenroom/contract/code-runs.ts";
import { useState } from "react";
import { Segmented } from "../../../../ui/segmented.tsx";
import { TextArea } from "../../../../ui/text-area.tsx";
import { RunPanel } from "../../../meetings/run/run-panel.tsx";
import { GallerySection } from "./gallery-section.tsx";

const languages = [
  { value: "python", label: "Python" },
  { value: "javascript", label: "JavaScript" },
] as const;

/** The room's runner without a room. */
export function RunGallery() {
  const [language, setLanguage] = useState<RunnableLanguage>("python");
  const [code, setCode] = useState("");
  return (
    <GallerySection title="Running code">
      <Segmented label="Language" options={languages} value={language} onChange={setLanguage} />
      <div className="flex max-h-[28rem] flex-col rounded-md border border-line">
        <RunPanel
          language={language}
          readCode={() => code}
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
