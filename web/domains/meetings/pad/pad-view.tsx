import { padLanguages } from "@greenroom/contract/code-pad.ts";
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Select } from "../../../ui/select.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import type { RoomSession } from "../room-session.ts";
import { type RunHandle, RunPanel } from "../run/run-panel.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { languageNames } from "./language-names.ts";
import { PadSession } from "./pad-session.ts";

interface PadViewProps {
  session: RoomSession;
  nameOf: (personId: string) => string;
}

const refused =
  "The pad was full, so what was added last in this page was not taken. It shows what both of you have now.";

/** The shared pad. Loaded when it is first looked at: the editor is half as large as the rest of the room. */
export default function PadView({ session, nameOf }: PadViewProps) {
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <OpenPad
        key={round}
        session={session}
        nameOf={nameOf}
        onProblem={setProblem}
        onRefused={() => {
          setProblem(refused);
          setRound(round + 1);
        }}
      />
      <p role="status" className="px-4 py-2 text-sm text-amber empty:hidden">
        {problem}
      </p>
    </>
  );
}

interface OpenPadProps extends PadViewProps {
  onProblem: (words: string | null) => void;
  onRefused: () => void;
}

function OpenPad({ session, nameOf, onProblem, onRefused }: OpenPadProps) {
  const [pad] = useState(
    () => new PadSession({ say: (message) => session.sayPad(message), nameOf, onRefused }),
  );
  const { code, runs } = pad;
  const newestRun = useSyncExternalStore(runs.subscribe, runs.read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is a new run
  const remoteRun = useMemo(
    () => newestRun && { result: newestRun, by: nameOf(newestRun.senderId) },
    [newestRun],
  );
  const runner = useRef<RunHandle>(null);
  const languageId = useId();
  const isLoaded = useSyncExternalStore(code.subscribe, code.isLoaded);
  const language = useSyncExternalStore(pad.subscribe, pad.readLanguage);
  useEffect(() => {
    const detach = session.attachPad(pad);
    return () => {
      code.close();
      detach();
    };
  }, [session, pad, code]);
  if (!isLoaded) return <LoadingLines label="Opening the pad…" lines={6} />;
  return (
    <>
      <div className="flex items-center gap-2 border-b border-stage-line px-4 py-2 text-sm">
        <label htmlFor={languageId} className="text-on-stage-2">
          Language
        </label>
        <Select
          id={languageId}
          className="!min-h-9 !w-36 !py-1 !text-sm"
          value={language}
          onChange={(event) => {
            const chosen = padLanguages.find((candidate) => candidate === event.target.value);
            if (chosen) pad.choose(chosen);
          }}
        >
          {padLanguages.map((value) => (
            <option key={value} value={value}>
              {languageNames[value]}
            </option>
          ))}
        </Select>
      </div>
      <CodeEditor code={code} language={language} onRun={() => runner.current?.run()} onProblem={onProblem} />
      <RunPanel
        ref={runner}
        language={language}
        readCode={code.read}
        remoteRun={remoteRun}
        onResult={(result) => runs.tell(result)}
      />
    </>
  );
}
