import type { EditorView } from "@codemirror/view";
import { padLanguages } from "@greenroom/contract/room/code-pad.ts";
import type { QuestionTable } from "@greenroom/contract/room/questions.ts";
import clsx from "clsx";
import { useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "zustand";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { Options, Select } from "../../ui/fields.tsx";
import { LoadingLines } from "../../ui/loading.tsx";
import { type RunHandle, RunPanel } from "../code-runs/run-panel.tsx";
import { isRunnable, padLanguageNames } from "../code-runs/run-text.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { DismissibleNotice } from "../layout/room-notices.tsx";
import { CodeEditor } from "./code-editor.tsx";
import { FormatButton, FormatStatus, useFormatting } from "./formatting.tsx";
import { PadClient } from "./pad-client.ts";
import { CodeFontSizeButtons, CopyCode, PadTools, ReadOnlyButton, useCodeFontSize } from "./pad-tools.tsx";

interface CodePadProps {
  client: RoomClient;
  nameOf: (personId: string) => string;
  ownId: string;
  isInterviewer: boolean;
  /** The first name of the other party. */
  otherName: string;
}

const noTables: readonly QuestionTable[] = [];
const refusedMessages = {
  "too-long": "The pad was full, so your last change was not saved. It now shows what both of you have.",
  "read-only": "The pad is read-only for you, so your last change was not saved.",
};
const isRefused = (message: string | null) =>
  Object.values(refusedMessages).some((refused) => refused === message);

/** The shared pad, loaded when its tab is first opened: the editor is half as large as the room. */
export default function CodePad(props: CodePadProps) {
  const [generation, setGeneration] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <PadErrorNotice message={problem} onDismiss={() => setProblem(null)} />
      <OpenPad
        key={generation}
        {...props}
        onProblem={setProblem}
        // A message about a revoked change stays until it is dismissed; one about a paste that was too long, until
        // the next change.
        onChangeAccepted={() => setProblem((message) => (isRefused(message) ? message : null))}
        onRefused={(reason) => {
          setProblem(refusedMessages[reason]);
          setGeneration(generation + 1);
        }}
      />
    </>
  );
}

interface OpenPadProps extends CodePadProps {
  onProblem: (message: string) => void;
  onChangeAccepted: () => void;
  onRefused: (reason: keyof typeof refusedMessages) => void;
}

function OpenPad({
  client,
  nameOf,
  ownId,
  isInterviewer,
  otherName,
  onProblem,
  onChangeAccepted,
  onRefused,
}: OpenPadProps) {
  const [pad] = useState(() => new PadClient({ send: (message) => client.sendMessage(message), onRefused }));
  const { document: padDocument, runs } = pad;
  const newestRun = useStore(runs.store, (state) => state.newestRun);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object is a new run
  const remoteRun = useMemo(
    () =>
      newestRun && {
        result: newestRun,
        by: newestRun.senderId === ownId ? "you" : nameOf(newestRun.senderId),
      },
    [newestRun],
  );
  const otherRunning = useStore(pad.running.store, (state) => state.other);
  const runHandle = useRef<RunHandle>(null);
  const view = useRef<EditorView>(null);
  const [fontSize, setFontSize] = useCodeFontSize();
  const question = useStore(client.store, (state) => state.question);
  const isLoaded = useStore(padDocument.store, (state) => state.isLoaded);
  const { language, isReadOnly } = useStore(pad.store);
  const canWrite = isInterviewer || !isReadOnly;
  const formatting = useFormatting({
    view,
    language: isRunnable(language) ? language : null,
    onStart: onChangeAccepted,
    onProblem,
  });
  useEffect(() => {
    const detach = client.attachPad(pad);
    return () => {
      pad.close();
      detach();
    };
  }, [client, pad]);
  if (!isLoaded) return <LoadingLines label="Opening the pad…" lines={6} />;
  const chooseLanguage = (value: string) => {
    const chosen = padLanguages.find((candidate) => candidate === value);
    if (chosen) pad.chooseLanguage(chosen);
  };
  return (
    <>
      <OfferedCode client={client} pad={pad} />
      <p role="status" className={clsx("shrink-0 bg-accent-tint px-4 text-sm", isReadOnly && "py-1.5")}>
        {isReadOnly &&
          (isInterviewer
            ? `The pad is read-only for ${otherName}.`
            : `${otherName} made the pad read-only. You can still run and copy the code.`)}
      </p>
      <RunPanel
        ref={runHandle}
        language={language}
        readCode={() => padDocument.store.getState().content}
        tables={question?.code?.tables ?? noTables}
        remoteRun={remoteRun}
        remoteRunning={
          otherRunning && otherRunning.senderId !== ownId
            ? { ...otherRunning, by: nameOf(otherRunning.senderId) }
            : null
        }
        onProgress={pad.running.setOwn}
        onResult={(result) => runs.sendResult(result)}
        tools={
          <>
            <Select
              aria-label="Language"
              className="!min-h-9 !w-[8.5rem] !py-1 !text-sm max-sm:!min-h-11 max-sm:!w-[min(7.25rem,38vw)] max-sm:!pr-7 max-sm:!pl-3"
              value={language}
              disabled={!canWrite}
              onChange={(event) => chooseLanguage(event.target.value)}
            >
              <Options values={padLanguages} text={(value) => padLanguageNames[value]} />
            </Select>
            <PadTools>
              {isRunnable(language) && <FormatButton {...formatting} />}
              <CodeFontSizeButtons size={fontSize} onSizeChange={setFontSize} />
              <CopyCode padDocument={padDocument} />
              {isInterviewer && (
                <ReadOnlyButton
                  isReadOnly={isReadOnly}
                  name={otherName}
                  onChange={(value) => pad.setReadOnly(value)}
                />
              )}
            </PadTools>
            <FormatStatus {...formatting} />
          </>
        }
      >
        <CodeEditor
          view={view}
          padDocument={padDocument}
          otherName={otherName}
          language={language}
          fontSize={fontSize}
          canWrite={canWrite}
          onRun={() => runHandle.current?.run()}
          onFormat={formatting.format}
          onProblem={onProblem}
          onChangeAccepted={onChangeAccepted}
        />
      </RunPanel>
    </>
  );
}

interface OfferedCodeProps {
  client: RoomClient;
  pad: PadClient;
}

/** Puts a question's starter code into the pad; asks first unless the pad is empty. */
export function OfferedCode({ client, pad }: OfferedCodeProps) {
  const offeredCode = useStore(client.store, (state) => state.offeredCode);
  const isEmpty = useStore(pad.document.store, ({ content }) => content.trim() === "");
  const isDirect = offeredCode !== null && isEmpty;
  const insert = () => {
    if (offeredCode === null) return;
    // Comes first, so that the code that is now in the pad does not trigger the question again.
    client.clearOfferedCode();
    pad.chooseLanguage(offeredCode.language);
    pad.document.replaceText(offeredCode.code);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: inserted once for each offer
  useEffect(() => {
    if (isDirect) insert();
  }, [isDirect, offeredCode]);
  return (
    <ConfirmDialog
      open={offeredCode !== null && !isEmpty}
      title="Replace the code in the pad?"
      message="The question is shown. Its starter code would replace the code in the pad. The record keeps the earlier code."
      confirmLabel="Replace the code"
      cancelLabel="Keep the code"
      onConfirm={insert}
      onCancel={() => client.clearOfferedCode()}
    />
  );
}

interface PadErrorNoticeProps {
  message: string | null;
  onDismiss: () => void;
}

export function PadErrorNotice({ message, onDismiss }: PadErrorNoticeProps) {
  return (
    <div role="status" className="shrink-0">
      {message !== null && (
        <DismissibleNotice onDismiss={onDismiss} className="py-1">
          <p className="min-w-0 grow">{message}</p>
        </DismissibleNotice>
      )}
    </div>
  );
}
