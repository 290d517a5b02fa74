import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardPointer } from "@greenroom/contract/room/whiteboard.ts";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { type BoardView, placePointer } from "./place-pointer.ts";

/** Where a participant points, with their name. */
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
