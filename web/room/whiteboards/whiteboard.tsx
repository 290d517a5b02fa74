import { CaptureUpdateAction, Excalidraw, MainMenu } from "@excalidraw/excalidraw";
import "@excalidraw/excalidraw/index.css";
import "./whiteboard.css";
import type { ExcalidrawImperativeAPI, ExcalidrawInitialDataState } from "@excalidraw/excalidraw/types";
import clsx from "clsx";
import { useMemo, useRef, useState } from "react";
import { createStore } from "zustand/vanilla";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialogs.tsx";
import { LoadingLines } from "../../ui/loading.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import type { RoomClient } from "../connection/room-client.ts";
import { DismissibleNotice } from "../layout/room-notices.tsx";
import { FitToView, tooLargeBoard } from "./board-view.ts";
import { addBox, addLink, remove, rename } from "./edit-board.ts";
import { OutlinePanel, smallButtonClass } from "./outline-panel.tsx";
import { readOutline } from "./read-outline.ts";
import { type NamedPointer, nameParts, OtherPointer, useBoardClient } from "./use-board-client.tsx";

type Elements = ReturnType<ExcalidrawImperativeAPI["getSceneElementsIncludingDeleted"]>;

interface WhiteboardProps {
  client: RoomClient;
  nameOf: (personId: string) => string;
}

/** The font of the outline's boxes: Excalidraw's default, at the size of its texts. */
const measuredFont = "20px Excalifont";

const uiOptions = {
  canvasActions: {
    loadScene: false,
    export: false,
    saveToActiveFile: false,
    toggleTheme: false,
    changeViewBackgroundColor: false,
  },
  tools: { image: false },
} as const;

/** Most drawings begin with a line, and a finger has no keys to choose the pen. */
const startsWithPen: ExcalidrawInitialDataState = {
  appState: { activeTool: { type: "freedraw", customType: null, lastActiveTool: null, locked: false } },
};

/** The board that both participants draw on, and the same board in words beside it. */
export default function Whiteboard({ client, nameOf }: WhiteboardProps) {
  const early = useRef<ExcalidrawImperativeAPI | null>(null);
  // Set at the first change: before it, Excalidraw replaces the scene by the empty one that it starts with.
  const [api, setApi] = useState<ExcalidrawImperativeAPI | null>(null);
  const [elements, setElements] = useState<Elements>([]);
  const [isOutlineOpen, setOutlineOpen] = useState(false);
  const [isOpenedByKeyboard, setOpenedByKeyboard] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const fit = useRef(new FitToView()).current;
  // Not a state of this component, because moving the pointer would render the drawing again.
  const [otherPointer] = useState(() => createStore<NamedPointer | null>(() => null));
  const [isTooLarge, setTooLarge] = useState(false);
  const board = useBoardClient({
    client,
    api,
    nameOf,
    fit,
    onProblem: setProblem,
    onTooLarge: setTooLarge,
    otherPointer,
  });
  const outline = useMemo(() => readOutline(elements), [elements]);
  const edit = async (api: ExcalidrawImperativeAPI, change: (current: Elements) => Elements) => {
    // A text that is measured before its font has loaded is cut off. Without the font, it is drawn in another one.
    await document.fonts
      .load(measuredFont, "A")
      .catch((error: unknown) => console.warn("The whiteboard's font could not be loaded", error));
    const before = api.getSceneElementsIncludingDeleted();
    const changed = change(before);
    api.updateScene({ elements: changed, captureUpdate: CaptureUpdateAction.IMMEDIATELY });
    // An element that was added in the outline may be outside the visible part.
    if (changed.length > before.length) fit.fit(api);
  };
  if (isTooLarge) return <TooLargeBoard onClear={() => board?.clear() ?? false} />;
  return (
    <div className="relative flex min-h-0 grow flex-col gap-2">
      <div
        className={clsx(
          "flex flex-wrap items-center justify-between gap-2",
          // A phone held sideways has no height for this row.
          !isOutlineOpen && "flat:absolute flat:bottom-3 flat:left-3 flat:z-10",
        )}
      >
        <p className="text-sm text-ink-2 flat:hidden">Both of you draw here.</p>
        <Button
          variant="quiet"
          className={smallButtonClass}
          aria-expanded={isOutlineOpen}
          onClick={({ detail: clicks }) => {
            // The drawing's own buttons lie between this one and the outline.
            setOpenedByKeyboard(clicks === 0);
            setOutlineOpen(!isOutlineOpen);
          }}
        >
          {isOutlineOpen ? "Close the outline" : "Outline and keyboard"}
        </Button>
      </div>
      <div role="status" className="empty:absolute">
        {problem !== null && (
          <DismissibleNotice onDismiss={() => setProblem(null)}>{problem}</DismissibleNotice>
        )}
      </div>
      <div
        className={clsx(
          "grid min-h-0 grow gap-2 max-lg:grid-rows-[minmax(16rem,1fr)_auto] flat:grid-rows-[minmax(0,1fr)_auto]",
          isOutlineOpen && "lg:grid-cols-[minmax(0,1fr)_minmax(16rem,20rem)]",
        )}
      >
        <div
          ref={nameParts}
          className="whiteboard relative min-h-64 flat:min-h-0 overflow-hidden rounded-sm border border-line lg:min-w-0"
          onPointerLeave={() => board?.movePointer(null)}
        >
          <Excalidraw
            excalidrawAPI={(given) => {
              early.current = given;
            }}
            onChange={(shown) => {
              setApi(early.current);
              setElements(shown);
              if (api !== null) fit.finish(api);
              board?.update(api?.getSceneElementsIncludingDeleted() ?? shown);
            }}
            onPointerUpdate={({ pointer: { x, y } }) => board?.movePointer({ x, y })}
            initialData={startsWithPen}
            isCollaborating
            langCode="en"
            theme="dark"
            aiEnabled={false}
            validateEmbeddable={false}
            UIOptions={uiOptions}
          >
            <MainMenu>
              <MainMenu.DefaultItems.SaveAsImage />
              <MainMenu.DefaultItems.ClearCanvas />
              <MainMenu.DefaultItems.Help />
            </MainMenu>
          </Excalidraw>
          {api !== null && <OtherPointer store={otherPointer} api={api} />}
        </div>
        {isOutlineOpen && (
          <div className="min-h-0 overflow-y-auto rounded-sm border border-line bg-card max-lg:max-h-72">
            {api === null ? (
              <LoadingLines label="Loading the outline…" lines={4} />
            ) : (
              <OutlinePanel
                outline={outline}
                startsFocused={isOpenedByKeyboard}
                addBox={(name) => void edit(api, (current) => addBox(current, name))}
                rename={(id, name) => void edit(api, (current) => rename(current, id, name))}
                addLink={(from, to) => void edit(api, (current) => addLink(current, from, to))}
                remove={(id) => void edit(api, (current) => remove(current, id))}
              />
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** Shown in place of a board that would stop the page. Either of the two can clear it, as in the drawing's own menu. */
function TooLargeBoard({ onClear }: { onClear: () => boolean }) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <div className="grid justify-items-start gap-3 p-4">
      <p className="text-ink-2">{tooLargeBoard}</p>
      <Button onClick={() => setAsking(true)}>Clear the board</Button>
      <StatusMessage message={problem} tone="bad" />
      <ConfirmDialog
        open={isAsking}
        title="Clear the board?"
        message="Everything on it is deleted, for both of you."
        confirmLabel="Clear the board"
        cancelLabel="Keep it"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          setProblem(onClear() ? null : "You are offline, so the board was not cleared. Try again.");
        }}
      />
    </div>
  );
}
