import type { Room } from "@greenroom/contract/room/room.ts";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatClock } from "../format/format-time.ts";
import { useTimeZone } from "../session/use-time-zone.ts";
import { useNow } from "../ui/hooks/use-now.ts";
import { useIsKeyboardOpen, useVisibleHeight } from "../ui/hooks/use-visible-height.ts";
import { CallControls, type CallLayout } from "./call/call-controls.tsx";
import { RemoteAudio } from "./call/remote-audio.tsx";
import { RoomClient } from "./connection/room-client.ts";
import type { RoomSnapshot } from "./connection/room-snapshot.ts";
import { serverNow } from "./connection/server-clock.ts";
import { useStablePresence } from "./connection/use-stable-presence.ts";
import { DeviceNotices } from "./devices/device-notices.tsx";
import type { LocalMedia } from "./devices/local-media.ts";
import { MutedNotice } from "./devices/muted-notice.tsx";
import { useLocalMedia } from "./devices/use-local-media.ts";
import { EndInterviewButton } from "./interview/end-interview-button.tsx";
import { InterviewClock } from "./interview/interview-clock.tsx";
import { MarkMoment } from "./interview/mark-moment.tsx";
import { interviewTitle } from "./interview/room-booking-ticket.tsx";
import { interviewPhases, phaseAt } from "./interview/room-phase.ts";
import { useEarlyEndRedirect } from "./interview/use-early-end-redirect.ts";
import { ConnectionStatus } from "./layout/connection-status.tsx";
import { ConnectionTakenOver } from "./layout/connection-taken-over.tsx";
import { ParticipantNotices } from "./layout/participant-notices.tsx";
import { RoomAnnouncer } from "./layout/room-announcer.tsx";
import { RoomGrid } from "./layout/room-grid.tsx";
import { RoomLayout } from "./layout/room-layout.tsx";
import { RoomTabs } from "./layout/room-tabs.tsx";
import { useRoomTitle } from "./layout/use-room-title.ts";
import { TranscriptSign } from "./transcript/transcript-sign.tsx";
import { isTranscriptRunning, useTranscriber } from "./transcript/use-transcriber.ts";

/** Twice a second, so that the clock skips no second. */
const clockTickMilliseconds = 500;

interface JoinedRoomProps {
  /** The room as the lobby saw it. */
  snapshot: RoomSnapshot;
  media: LocalMedia;
  /** The room is closed, or the user is signed out; the lobby shows which. */
  onLeft: () => void;
}

/** The page of a user in the room. */
export function JoinedRoom({ snapshot, media, onLeft }: JoinedRoomProps) {
  const [client] = useState(() => new RoomClient(snapshot));
  const state = useStore(client.store);
  const local = useLocalMedia(media);
  const [layout, setLayout] = useState<CallLayout>("side-by-side");
  const [isDevicesOpen, setDevicesOpen] = useState(false);
  const visibleHeight = useVisibleHeight();
  const hasKeyboard = useIsKeyboardOpen();
  const timeZone = useTimeZone();
  const now = serverNow(state.snapshot.clock, useNow(clockTickMilliseconds));
  const room = useStablePresence(state.snapshot.room);
  const phase = phaseAt(room, now);
  const hasLeft = state.connection === "refused" || state.connection === "signed-out" || phase === "closed";
  const isInterviewer = room.parties.some(({ isYou, role }) => isYou && role === "interviewer");
  const isTakenOver = state.connection === "taken-over";
  const isRunning = isTranscriptRunning(room, now);
  const transcriber = useTranscriber(room, {
    isRunning: isRunning && !isTakenOver,
    track: local.microphone === "on" ? local.tracks.microphone : null,
  });

  useEarlyEndRedirect(room);
  useEffect(() => {
    client.join();
    return () => client.leave();
  }, [client]);
  useEffect(() => {
    const { microphone, camera, isSharing, tracks } = local;
    client.send(tracks, { microphone: microphone === "on", camera: camera === "on", screen: isSharing });
  }, [client, local]);
  useEffect(() => {
    if (hasLeft) onLeft();
  }, [hasLeft, onLeft]);
  useEffect(() => {
    if (isTakenOver) media.close();
  }, [isTakenOver, media]);

  if (isTakenOver) {
    const rejoin = () => {
      client.join();
      void media.turnBothOn();
    };
    return <ConnectionTakenOver onReturn={rejoin} />;
  }
  const connected = state.connection === "open";
  return (
    <RoomLayout
      height={visibleHeight}
      clock={<InterviewClock phase={phase} parts={interviewPhases(room)} now={now} />}
      title={interviewTitle(room)}
      // On a phone, typing needs the space more than the buttons, which return when the keyboard closes.
      isFooterHidden={hasKeyboard}
      footer={
        <CallControls
          media={media}
          layout={layout}
          onLayoutChange={setLayout}
          isDevicesOpen={isDevicesOpen}
          onDevicesOpenChange={setDevicesOpen}
          endButton={<EndInterviewButton room={room} now={now} />}
          mark={isInterviewer && <MarkMoment room={room} />}
        />
      }
    >
      <h1 className="sr-only">{interviewTitle(room)}</h1>
      <JoinedRoomTitle room={room} now={now} />
      <ConnectionStatus
        connected={connected || state.connection === "connecting"}
        isCallInterrupted={state.call.state === "reconnecting"}
      />
      {isRunning && (
        <TranscriptSign
          bookingId={room.bookingId}
          state={transcriber}
          isMicrophoneOn={local.microphone === "on"}
        />
      )}
      <ParticipantNotices room={room} />
      <DeviceNotices local={local} onHelp={() => setDevicesOpen(true)} />
      <MutedNotice local={local} onUnmute={() => void media.turnOn("microphone")} />
      <RemoteAudio stream={state.call.streams.voice} speakerId={local.selectedSpeaker} />
      <RoomGrid
        room={room}
        local={local}
        call={state.call}
        connected={connected}
        layout={layout}
        panel={(tab, onTabChange) => (
          <RoomTabs
            client={client}
            state={state}
            phase={phase}
            now={now}
            timeZone={timeZone}
            tab={tab}
            onTabChange={onTabChange}
          />
        )}
      />
      <RoomAnnouncer room={room} phase={phase} timeZone={timeZone} />
    </RoomLayout>
  );
}

/** `4:52 Interview · Greenroom`. */
function JoinedRoomTitle({ room, now }: { room: Room; now: Date }) {
  const phase = phaseAt(room, now);
  const part = interviewPhases(room).find((candidate) => candidate.phase === phase);
  const until = (instant: Date) => formatClock((instant.getTime() - now.getTime()) / 1000);
  const fallbackTitle = phase === "lobby" ? `Starts in ${until(new Date(room.startTime))}` : "Session ended";
  useRoomTitle(part ? `${until(part.to)} ${part.name}` : fallbackTitle);
  return null;
}
