import type { Room } from "@greenroom/contract/meetings.ts";
import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { useHasKeyboard, useIsShort } from "../../../ui/use-visible-height.ts";
import type { LocalState } from "../local-media.ts";
import type { CallView } from "../room-call.ts";
import type { CallLayout } from "./call-controls.tsx";
import { CallTiles } from "./call-tiles.tsx";
import { LargeView } from "./large-view.tsx";
import type { RoomTab } from "./room-panel.tsx";

interface RoomFloorProps {
  room: Room;
  local: LocalState;
  call: CallView;
  connected: boolean;
  layout: CallLayout;
  panel: (tab: RoomTab, onTab: (tab: RoomTab) => void) => ReactNode;
}

/**
 * Pictures and panel: side by side on a wide screen; on a narrow one the pictures are a strip over the panel, as high as what
 * is done below leaves them.
 */
export function RoomFloor({ room, local, call, connected, layout, panel }: RoomFloorProps) {
  const isShort = useIsShort();
  const hasKeyboard = useHasKeyboard();
  const [tab, setTab] = useState<RoomTab>("session");
  const hasScreen = call.media.screen;
  const isLarge = layout === "speaker" || hasScreen;
  const isAtWork = tab !== "session" || isShort;
  // On a wide screen a face gives way to the code; a screen that is shown does not.
  const columns = !isLarge
    ? "lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
    : tab === "code" && !hasScreen
      ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]"
      : "lg:grid-cols-[minmax(0,1.9fr)_minmax(20rem,1fr)]";
  const tiles = (
    <CallTiles
      room={room}
      local={local}
      call={call}
      connected={connected}
      beside={isLarge}
      withoutOther={isLarge && !hasScreen}
      small={isAtWork || isLarge}
    />
  );
  return (
    <div
      className={clsx(
        "flex min-h-0 grow flex-col gap-2 p-2 lg:grid lg:gap-3.5 lg:p-3.5",
        hasScreen ? "lg:grid-rows-[auto_minmax(0,1fr)]" : "lg:grid-rows-[minmax(0,1fr)]",
        columns,
      )}
    >
      {isLarge ? (
        <div
          className={clsx(
            "relative flex shrink-0 flex-col gap-2",
            hasScreen ? "lg:contents" : "lg:min-h-0",
            isShort && hasKeyboard && "max-lg:hidden",
          )}
        >
          <div
            className={clsx(
              "flex flex-col lg:row-span-2 lg:h-auto lg:min-h-0 lg:grow",
              isShort ? "h-20" : isAtWork && !hasScreen ? "h-[22dvh]" : "h-[34dvh]",
            )}
          >
            <LargeView room={room} call={call} connected={connected} />
          </div>
          <div
            className={clsx(
              "flex flex-col",
              hasScreen
                ? "h-14 lg:h-auto"
                : "absolute right-1.5 bottom-1.5 h-16 w-24 lg:right-3 lg:bottom-3 lg:h-46 lg:w-64",
              isShort && "max-lg:hidden",
            )}
          >
            {tiles}
          </div>
        </div>
      ) : (
        <div
          className={clsx(
            "flex shrink-0 flex-col lg:order-last lg:h-auto lg:min-h-0",
            isShort ? "h-14" : isAtWork ? "h-24" : "h-36 sm:h-52",
            isShort && hasKeyboard && "max-lg:hidden",
          )}
        >
          {tiles}
        </div>
      )}
      <div className="flex min-h-0 min-w-0 grow flex-col">{panel(tab, setTab)}</div>
    </div>
  );
}
