import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { useIsKeyboardOpen, useIsShortViewport } from "../../ui/hooks/use-visible-height.ts";
import type { CallLayout } from "../call/call-controls.tsx";
import { CallTiles } from "../call/call-tiles.tsx";
import { MainVideo } from "../call/main-video.tsx";
import type { CallView } from "../call/room-call.ts";
import type { LocalMediaState } from "../devices/local-media.ts";
import type { RoomTab } from "./room-tabs.tsx";

interface RoomGridProps {
  room: Room;
  local: LocalMediaState;
  call: CallView;
  connected: boolean;
  layout: CallLayout;
  panel: (tab: RoomTab, onTabChange: (tab: RoomTab) => void) => ReactNode;
}

/**
 * Videos and panel: side by side on a wide screen; on a narrow one the videos are a strip above the panel,
 * with the height that the panel leaves.
 */
export function RoomGrid({ room, local, call, connected, layout, panel }: RoomGridProps) {
  const isShort = useIsShortViewport();
  const hasKeyboard = useIsKeyboardOpen();
  const [tab, setTab] = useState<RoomTab>("session");
  const isScreenShared = call.media.screen;
  const hasMainVideo = layout === "large" || isScreenShared;
  const isPanelFocused = tab !== "session" || isShort;
  const isWorkOpen = tab === "code" || tab === "board";
  // On a wide screen, videos shrink in favor of the code, but a shared screen does not.
  const columns = !hasMainVideo
    ? isWorkOpen
      ? "lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1fr)]"
      : "lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]"
    : isWorkOpen && !isScreenShared
      ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]"
      : "lg:grid-cols-[minmax(0,1.9fr)_minmax(20rem,1fr)]";
  const tiles = (
    <CallTiles
      room={room}
      local={local}
      call={call}
      connected={connected}
      isRow={hasMainVideo}
      hidesOther={hasMainVideo && !isScreenShared}
      isCompact={isPanelFocused || hasMainVideo}
      isOwnInCorner={isWorkOpen && !hasMainVideo}
    />
  );
  return (
    <div
      className={clsx(
        "flex min-h-0 grow flex-col gap-2 p-2 lg:grid lg:gap-3.5 lg:p-3.5",
        isScreenShared ? "lg:grid-rows-[auto_minmax(0,1fr)]" : "lg:grid-rows-[minmax(0,1fr)]",
        columns,
      )}
    >
      {hasMainVideo ? (
        <div
          className={clsx(
            "relative flex shrink-0 flex-col gap-2",
            isScreenShared ? "lg:contents" : "lg:min-h-0",
            isShort && hasKeyboard && "max-lg:hidden",
          )}
        >
          <div
            className={clsx(
              "flex flex-col lg:row-span-2 lg:h-auto lg:min-h-0 lg:grow",
              isShort ? "h-20" : isPanelFocused && !isScreenShared ? "h-[22dvh]" : "h-[34dvh]",
            )}
          >
            <MainVideo room={room} call={call} connected={connected} />
          </div>
          <div
            className={clsx(
              "flex flex-col",
              isScreenShared
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
            isShort ? "h-14" : isPanelFocused ? "h-24" : "h-36 sm:h-52",
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
