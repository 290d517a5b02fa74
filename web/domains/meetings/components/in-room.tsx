import { useEffect, useState, useSyncExternalStore } from "react";
import { useNow } from "../../../ui/time/use-now.ts";
import { useHasKeyboard, useVisibleHeight } from "../../../ui/use-visible-height.ts";
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
import { ConnectionNote } from "./connection-note.tsx";
import { DeviceNotices } from "./device-notices.tsx";
import { EndNow } from "./end-now.tsx";
import { TakenOver } from "./line-ended.tsx";
import { MutedNotice } from "./muted-notice.tsx";
import { OpenTitle } from "./open-title.tsx";
import { RoomAnnouncer } from "./room-announcer.tsx";
import { RoomFloor } from "./room-floor.tsx";
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
  const [isChoosing, setChoosing] = useState(false);
  const visibleHeight = useVisibleHeight();
  const hasKeyboard = useHasKeyboard();
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
  const connected = view.line === "open";
  return (
    <Stage
      height={visibleHeight}
      clock={<SessionClock phase={phase} parts={sessionParts(room)} now={now} />}
      about={nameOfSession(room)}
      // Who writes on a phone needs the lines more than the buttons, which are back when the keyboard goes.
      foot={
        !hasKeyboard && (
          <CallControls
            media={media}
            layout={layout}
            onLayout={setLayout}
            isChoosing={isChoosing}
            onChoosing={setChoosing}
            endNow={<EndNow room={room} now={now} />}
          />
        )
      }
    >
      <h1 className="sr-only">{nameOfSession(room)}</h1>
      <OpenTitle room={room} now={now} />
      <ConnectionNote
        connected={connected || view.line === "connecting"}
        isCallCut={view.call.state === "mending"}
      />
      <DeviceNotices local={local} onHelp={() => setChoosing(true)} />
      <MutedNotice local={local} onUnmute={() => void media.turnOn("microphone")} />
      <Voice stream={view.call.streams.voice} speakerId={local.speaker} />
      <RoomFloor
        room={room}
        local={local}
        call={view.call}
        connected={connected}
        layout={layout}
        panel={(tab, onTab) => (
          <RoomPanel
            session={session}
            view={view}
            phase={phase}
            now={now}
            timeZone={timeZone}
            tab={tab}
            onTab={onTab}
          />
        )}
      />
      <RoomAnnouncer room={room} phase={phase} />
    </Stage>
  );
}
