import { padLanguages } from "@greenroom/contract/code-pad.ts";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { Select } from "../../../ui/select.tsx";
import { LoadingLines } from "../../../ui/skeleton.tsx";
import type { RoomSession } from "../room-session.ts";
import { type RunHandle, RunPanel } from "../run/run-panel.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { CodeSize, useCodeSize } from "./code-size.tsx";
import { languageNames } from "./language-names.ts";
import { PadProblem } from "./pad-problem.tsx";
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
      <PadProblem words={problem} onDismiss={() => setProblem(null)} />
      <OpenPad
        key={round}
        session={session}
        nameOf={nameOf}
        onProblem={setProblem}
        // What was taken back is told until it is put away; a paste that did not fit, until the next change does.
        onFits={() => setProblem((words) => (words === refused ? words : null))}
        onRefused={() => {
          setProblem(refused);
          setRound(round + 1);
        }}
      />
    </>
  );
}

interface OpenPadProps extends PadViewProps {
  onProblem: (words: string) => void;
  onFits: () => void;
  onRefused: () => void;
}

function OpenPad({ session, nameOf, onProblem, onFits, onRefused }: OpenPadProps) {
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
  const [size, setSize] = useCodeSize();
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
  const choose = (value: string) => {
    const chosen = padLanguages.find((candidate) => candidate === value);
    if (chosen) pad.choose(chosen);
  };
  return (
    <RunPanel
      ref={runner}
      language={language}
      readCode={code.read}
      remoteRun={remoteRun}
      onResult={(result) => runs.tell(result)}
      tools={
        <>
          <Select
            aria-label="Language"
            className="!min-h-9 !w-34 !py-1 !text-sm"
            value={language}
            onChange={(event) => choose(event.target.value)}
          >
            {padLanguages.map((value) => (
              <option key={value} value={value}>
                {languageNames[value]}
              </option>
            ))}
          </Select>
          <CodeSize size={size} onSize={setSize} />
        </>
      }
    >
      <CodeEditor
        code={code}
        language={language}
        size={size}
        onRun={() => runner.current?.run()}
        onProblem={onProblem}
        onFits={onFits}
      />
    </RunPanel>
  );
}
