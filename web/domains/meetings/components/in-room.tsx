import clsx from "clsx";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useNow } from "../../../ui/time/use-now.ts";
import { useTimeZone } from "../../accounts/use-time-zone.ts";
import type { LocalMedia } from "../local-media.ts";
import { phaseAt, sessionParts } from "../room-phase.ts";
import { RoomSession } from "../room-session.ts";
import { serverNow } from "../server-clock.ts";
import { useEndedEarly } from "../use-ended-early.ts";
import { useLocalMedia } from "../use-local-media.ts";
import { useSteadyPresence } from "../use-steady-presence.ts";
import type { Visit } from "../visit-room.ts";
import { CallControls, type CallLayout } from "./call-controls.tsx";
import { CallTiles } from "./call-tiles.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { DeviceHelp } from "./device-help.tsx";
import { EndNow } from "./end-now.tsx";
import { LargeView } from "./large-view.tsx";
import { TakenOver } from "./line-ended.tsx";
import { OpenTitle } from "./open-title.tsx";
import { RoomAnnouncer } from "./room-announcer.tsx";
import { RoomPanel } from "./room-panel.tsx";
import { nameOfSession } from "./room-sheet.tsx";
import { SessionClock } from "./session-clock.tsx";
import { Stage } from "./stage.tsx";
import { Voice } from "./voice.tsx";

/** Twice a second, so that no second of the clock is skipped. */
const tick = 500;

interface InRoomProps {
  /** The room as it was seen from the door. */
  visit: Visit;
  media: LocalMedia;
  /** The room is closed, or this person is signed out: the door says which. */
  onOut: () => void;
}

/** A person in the room. */
export function InRoom({ visit, media, onOut }: InRoomProps) {
  const [session] = useState(() => new RoomSession(visit));
  const view = useSyncExternalStore(session.subscribe, session.read, session.read);
  const local = useLocalMedia(media);
  const [layout, setLayout] = useState<CallLayout>("side-by-side");
  const timeZone = useTimeZone();
  const now = serverNow(view.visit.clock, useNow(tick));
  const room = useSteadyPresence(view.visit.room);
  const phase = phaseAt(room, now);
  const isOut = view.line === "refused" || view.line === "signed-out" || phase === "closed";
  const isTakenOver = view.line === "taken-over";

  useEndedEarly(room);
  useEffect(() => {
    session.join();
    return () => session.leave();
  }, [session]);
  useEffect(() => {
    const { microphone, camera, isSharing, tracks } = local;
    session.send(tracks, { microphone: microphone === "on", camera: camera === "on", screen: isSharing });
  }, [session, local]);
  useEffect(() => {
    if (isOut) onOut();
  }, [isOut, onOut]);
  useEffect(() => {
    if (isTakenOver) media.close();
  }, [isTakenOver, media]);

  if (isTakenOver) {
    const comeBack = () => {
      session.join();
      void media.turnBothOn();
    };
    return <TakenOver onReturn={comeBack} />;
  }
  const isLarge = layout === "speaker" || view.call.media.screen;
  const connected = view.line === "open";
  return (
    <Stage
      clock={<SessionClock phase={phase} parts={sessionParts(room)} now={now} />}
      about={nameOfSession(room)}
      fixed
      foot={
        <CallControls
          media={media}
          layout={layout}
          onLayout={setLayout}
          endNow={<EndNow room={room} now={now} />}
        />
      }
    >
      <h1 className="sr-only">{nameOfSession(room)}</h1>
      <OpenTitle room={room} now={now} />
      <ConnectionNote
        connected={connected || view.line === "connecting"}
        isCallCut={view.call.state === "mending"}
      />
      <Voice stream={view.call.streams.voice} />
      <div
        className={clsx(
          "grid grow gap-3.5 p-3.5 lg:min-h-0",
          isLarge
            ? "lg:grid-cols-[minmax(0,1.9fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_minmax(0,1fr)]"
            : "lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]",
        )}
      >
        {isLarge && (
          <div className="flex flex-col lg:row-span-2 lg:min-h-0">
            <LargeView room={room} call={view.call} connected={connected} />
          </div>
        )}
        <div className={clsx("grid", !isLarge && "max-lg:order-first lg:order-last lg:min-h-0")}>
          <CallTiles
            room={room}
            local={local}
            call={view.call}
            connected={connected}
            beside={isLarge}
            withoutOther={isLarge && !view.call.media.screen}
          />
        </div>
        <div className="flex min-w-0 flex-col lg:min-h-0">
          <DeviceHelp kind="camera" state={local.camera} />
          <DeviceHelp kind="microphone" state={local.microphone} />
          <RoomPanel
            compact={isLarge}
            session={session}
            view={view}
            phase={phase}
            now={now}
            timeZone={timeZone}
          />
        </div>
      </div>
      <RoomAnnouncer room={room} phase={phase} />
    </Stage>
  );
}
