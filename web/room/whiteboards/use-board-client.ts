import { CaptureUpdateAction, reconcileElements } from "@excalidraw/excalidraw";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";
import { useEffect, useRef, useState } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { RoomClient } from "../connection/room-client.ts";
import { BoardClient } from "./board-client.ts";
import type { FitToView } from "./fit-to-view.ts";
import type { NamedPointer } from "./pointer/other-pointer.tsx";
import { restoreReceived } from "./restore-received.ts";

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
  const restored = restoreReceived(received, shown);
  const elements = reconcileElements(shown as never, restored as never, api.getAppState());
  api.updateScene({ elements, captureUpdate: CaptureUpdateAction.NEVER });
}
