import { CaptureUpdateAction, reconcileElements } from "@excalidraw/excalidraw";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardElement, BoardPointer } from "@greenroom/contract/room/whiteboard.ts";
import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { RoomClient } from "../connection/room-client.ts";
import { BoardClient } from "./board-client.ts";
import { type BoardView, type FitToView, placePointer } from "./board-view.ts";
import { restoreReceived } from "./draw-board.ts";

const unsupportedMessage =
  "Pictures, frames and embedded pages cannot be put on this board, so they were removed.";
const replacedMessages = {
  full: "The board was full, so your last change was not saved. It now shows what both of you have.",
  large:
    "Your last change made the board too large, so it was not saved. Use smaller or fewer shapes and strokes.",
  refused: "The room could not take your last change to the board. It now shows what both of you have.",
};

interface BoardClientInput {
  client: Pick<RoomClient, "sendMessage" | "attachBoard">;
  nameOf: (personId: string) => string;
  api: ExcalidrawImperativeAPI | null;
  fit: FitToView;
  onProblem: (message: string) => void;
  onTooLarge: (isTooLarge: boolean) => void;
  /** Gets where the other participant points. */
  otherPointer: StoreApi<NamedPointer | null>;
}

/** Connects the drawing with the room for as long as it is shown. */
export function useBoardClient({
  client,
  api,
  nameOf,
  fit,
  onProblem,
  onTooLarge,
  otherPointer,
}: BoardClientInput): BoardClient | null {
  const [board, setBoard] = useState<BoardClient | null>(null);
  const names = useRef(nameOf);
  names.current = nameOf;
  useEffect(() => {
    if (api === null) return;
    const created = new BoardClient({
      send: (message) => client.sendMessage(message),
      onElements: (elements) => {
        const wasEmpty = api.getSceneElements().length === 0;
        merge(api, elements);
        if (wasEmpty) fit.fit(api);
        return api.getSceneElementsIncludingDeleted();
      },
      onReplaced: (elements, reason) => {
        onProblem(replacedMessages[reason]);
        api.updateScene({ elements: restoreReceived(elements), captureUpdate: CaptureUpdateAction.NEVER });
        return api.getSceneElementsIncludingDeleted();
      },
      onTooLarge,
      onPointer: (senderId, pointer) => {
        otherPointer.setState(pointer && { ...pointer, name: names.current(senderId) }, true);
      },
      onUnsupported: (ids) => {
        onProblem(unsupportedMessage);
        const elements = api.getSceneElementsIncludingDeleted().filter(({ id }) => !ids.includes(id));
        api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER });
      },
    });
    const detach = client.attachBoard(created);
    setBoard(created);
    return () => {
      created.close();
      detach();
    };
  }, [client, api, fit, onProblem, onTooLarge, otherPointer]);
  return board;
}

/** Undo reverts only this page's changes, so the changes of others stay out of its history. */
function merge(api: ExcalidrawImperativeAPI, received: BoardElement[]): void {
  const shown = api.getSceneElementsIncludingDeleted();
  const shownById = new Map(shown.map((element) => [element.id, element]));
  // After a reconnect most of the board is here already, and Excalidraw draws every new object.
  const changed = received.filter(({ id, version, versionNonce }) => {
    const before = shownById.get(id);
    return before?.version !== version || before.versionNonce !== versionNonce;
  });
  const restored = restoreReceived(changed, shown);
  const elements = reconcileElements(shown as never, restored as never, api.getAppState());
  api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER });
}

export type NamedPointer = BoardPointer & { name: string };

interface OtherPointerProps {
  /** Holds null while the other participant does not point at the board. */
  store: StoreApi<NamedPointer | null>;
  api: ExcalidrawImperativeAPI;
}

/**
 * The other participant's pointer, in the color of their cursor in the code pad. Excalidraw could draw it, but in the
 * dark theme only in dark colors, because it inverts what it draws.
 */
export function OtherPointer({ store, api }: OtherPointerProps) {
  const pointer = useStore(store);
  const [view, setView] = useState<BoardView>(() => api.getAppState());
  useEffect(() => {
    const read = () => setView(api.getAppState());
    read();
    const endings = [api.onScrollChange(read), api.onChange(read)];
    return () => {
      for (const end of endings) end();
    };
  }, [api]);
  if (pointer === null || view.width <= 0 || view.height <= 0) return null;
  const { left, top, isOutside } = placePointer(pointer, view);
  return (
    <div
      className="pointer-events-none absolute z-[2] text-accent"
      style={{ left, top, opacity: isOutside ? 0.5 : 1 }}
    >
      <svg width="14" height="18" viewBox="-1.5 -1.5 14 18" aria-hidden="true">
        <path
          d="M0 0v14l4-5 7-1z"
          fill="currentColor"
          className="stroke-on-accent"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
      {!isOutside && (
        <span className="ml-2 block max-w-40 truncate rounded-full bg-accent px-2 py-0.5 font-semibold text-on-accent text-xs">
          {pointer.name}
        </span>
      )}
    </div>
  );
}

/** Parts of Excalidraw that screen readers find without a name, and which it has no option for. */
const names: readonly { selector: string; attributes: Readonly<Record<string, string>> }[] = [
  { selector: ".main-menu-trigger", attributes: { "aria-label": "Menu of the board" } },
  // Inside the page, this is not the page's footer.
  { selector: ".layer-ui__wrapper__footer", attributes: { role: "group", "aria-label": "Zoom and undo" } },
  { selector: ".color-picker-container", attributes: { "aria-label": "Colors" } },
];

/** Names the parts, also those that appear later. For the `ref` of the board's element; returns a function that ends it. */
export function nameParts(board: HTMLElement | null): (() => void) | undefined {
  if (board === null) return undefined;
  const name = () => {
    for (const { selector, attributes } of names)
      for (const part of board.querySelectorAll(selector))
        for (const [attribute, value] of Object.entries(attributes))
          if (part.getAttribute(attribute) !== value) part.setAttribute(attribute, value);
  };
  name();
  const observer = new MutationObserver(name);
  observer.observe(board, { childList: true, subtree: true });
  return () => observer.disconnect();
}
