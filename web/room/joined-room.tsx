import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { Captions, ChevronDown, CircleQuestionMark, MicOff } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { formatClock } from "../format/times.ts";
import { useTimeZone } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { Avatar, Countdown } from "../ui/content.tsx";
import {
  useIsKeyboardOpen,
  useIsShortViewport,
  useMediaQuery,
  useNow,
  useVisibleHeight,
} from "../ui/hooks.ts";
import { CallControls, type CallLayout } from "./call/call-controls.tsx";
import { CallTiles, MainVideo, RemoteAudio } from "./call/call-tiles.tsx";
import { type LocalMedia, type LocalMediaState, useLocalMedia } from "./call/local-media.ts";
import type { CallView } from "./call/room-call.ts";
import { VideoView } from "./call/video-view.tsx";
import { RoomClient, useStablePresence } from "./connection/room-client.ts";
import { type RoomSnapshot, serverNow } from "./connection/room-connection.ts";
import { InterviewClock, interviewPhases, phaseAt } from "./interview/interview-clock.tsx";
import { interviewTitle, otherParticipant } from "./interview/interview-details.tsx";
import { EndInterviewButton, useEarlyEndRedirect } from "./interview/interview-panel.tsx";
import { MarkMoment } from "./interview/mark-moment.tsx";
import {
  ConnectionStatus,
  RoomLayout,
  RoomMessage,
  useRoomTitle,
  useScreenAwake,
} from "./layout/room-layout.tsx";
import { DeviceNotices, MutedNotice, ParticipantNotices } from "./layout/room-notices.tsx";
import { type RoomTab, RoomTabs } from "./layout/room-tabs.tsx";
import { isTranscriptRunning, TranscriptSign, useTranscriber } from "./transcript/running-transcript.tsx";

/** Twice a second, so that the clock skips no second. */
const clockTickMilliseconds = 500;

interface JoinedRoomProps {
  /** The room as the lobby saw it. */
  snapshot: RoomSnapshot;
  media: LocalMedia;
  /** The room is closed, or the user is signed out; the lobby shows which. */
  onLeft: () => void;
}

export function JoinedRoom({ snapshot, media, onLeft }: JoinedRoomProps) {
  const [client] = useState(() => new RoomClient(snapshot));
  const state = useStore(client.store);
  const local = useLocalMedia(media);
  const [layout, setLayout] = useState<CallLayout>("side-by-side");
  const [isDevicesOpen, setDevicesOpen] = useState(false);
  const visibleHeight = useVisibleHeight();
  const hasKeyboard = useIsKeyboardOpen();
  const isFolded = useIsFolded();
  const timeZone = useTimeZone();
  const now = serverNow(state.snapshot, useNow(clockTickMilliseconds));
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
  useScreenAwake();
  useEffect(() => {
    client.join();
    return () => client.leave();
  }, [client]);
  useEffect(() => {
    const { microphone, camera, isSharing, savesData, tracks } = local;
    const media = { microphone: microphone === "on", camera: camera === "on", screen: isSharing };
    client.send(tracks, savesData ? { ...media, savesData } : media);
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
  const parts = interviewPhases(room);
  const isOn = parts.some((part) => part.phase === phase);
  const minutesLeft = isOn ? Math.ceil((new Date(room.endTime).getTime() - now.getTime()) / 60_000) : null;
  return (
    <RoomLayout
      height={visibleHeight}
      clock={<InterviewClock phase={phase} parts={parts} now={now} />}
      title={interviewTitle(room)}
      // On a phone, typing needs the space more than the buttons, which return when the keyboard closes.
      isFooterHidden={hasKeyboard}
      isHeaderHidden={isFolded}
      footer={
        <CallControls
          media={media}
          layout={layout}
          onLayoutChange={setLayout}
          isDevicesOpen={isDevicesOpen}
          onDevicesOpenChange={setDevicesOpen}
          endButton={<EndInterviewButton room={room} now={now} />}
          mark={isInterviewer && <MarkMoment room={room} />}
          minutesLeft={minutesLeft}
        />
      }
    >
      <h1 className="sr-only">{interviewTitle(room)}</h1>
      <JoinedRoomTitle room={room} now={now} />
      <ConnectionStatus
        connected={connected || state.connection === "connecting"}
        isCallInterrupted={state.call.state === "reconnecting"}
      />
      {isRunning && !isFolded && (
        <TranscriptSign
          bookingId={room.bookingId}
          state={transcriber}
          isMicrophoneOn={local.microphone === "on"}
        />
      )}
      <ParticipantNotices room={room} phase={phase} timeZone={timeZone} />
      <div className={clsx(isFolded && "hidden")}>
        <DeviceNotices local={local} onHelp={() => setDevicesOpen(true)} />
      </div>
      <MutedNotice local={local} onUnmute={() => void media.turnOn("microphone")} />
      <RemoteAudio stream={state.call.streams.voice} speakerId={local.selectedSpeaker} />
      <RoomGrid
        room={room}
        local={local}
        call={state.call}
        connected={connected}
        layout={layout}
        isFolded={isFolded}
        panel={(tab, onTabChange) => (
          <RoomTabs
            client={client}
            state={state}
            phase={phase}
            now={now}
            timeZone={timeZone}
            tab={tab}
            onTabChange={onTabChange}
            folded={
              isFolded ? (
                <FoldedRoom
                  room={room}
                  call={state.call}
                  isMuted={local.microphone !== "on"}
                  isTranscribed={isRunning}
                  hasQuestion={state.question !== null}
                  now={now}
                />
              ) : undefined
            }
          />
        )}
      />
    </RoomLayout>
  );
}

/** On a phone, while the keyboard is open: it leaves room for the work alone. */
function useIsFolded(): boolean {
  const isPhone = useMediaQuery("(width < 48rem), (width < 64rem) and (height < 500px)");
  return useIsKeyboardOpen() && isPhone;
}

interface FoldedRoomProps {
  room: Room;
  call: CallView;
  isMuted: boolean;
  isTranscribed: boolean;
  hasQuestion: boolean;
  now: Date;
}

/** The room in the space of a tab: who is here, the time left, and signs. A press closes the keyboard and unfolds it. */
export function FoldedRoom({ room, call, isMuted, isTranscribed, hasQuestion, now }: FoldedRoomProps) {
  const other = otherParticipant(room);
  const { camera } = call.streams;
  const part = interviewPhases(room).find(({ phase }) => phase === phaseAt(room, now));
  const signs = [
    { icon: MicOff, text: "Microphone off", isShown: isMuted, className: "text-red" },
    { icon: Captions, text: "Transcript on", isShown: isTranscribed, className: "text-accent" },
    { icon: CircleQuestionMark, text: "A question is shown", isShown: hasQuestion, className: "" },
  ];
  return (
    <button
      type="button"
      onClick={() => (document.activeElement as HTMLElement | null)?.blur()}
      className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-full bg-sunk px-1.5 text-sm font-semibold text-ink focus-visible:-outline-offset-2"
    >
      {other && (
        <span className="relative grid size-8 place-items-center overflow-hidden rounded-full">
          <Avatar name={fullName(other)} className={clsx("!size-8", !other.isPresent && "opacity-40")} />
          {camera && call.media.camera && !call.media.isCameraPaused && (
            <VideoView stream={camera} label={`${fullName(other)}’s picture`} />
          )}
        </span>
      )}
      {part && <Countdown until={part.to} now={now} />}
      {signs.map(
        ({ icon: Icon, text, isShown, className }) =>
          isShown && <Icon key={text} role="img" aria-label={text} className={clsx("size-4", className)} />,
      )}
      <ChevronDown role="img" aria-label="Close the keyboard" className="size-4" />
    </button>
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

interface RoomGridProps {
  room: Room;
  local: LocalMediaState;
  call: CallView;
  connected: boolean;
  layout: CallLayout;
  isFolded: boolean;
  panel: (tab: RoomTab, onTabChange: (tab: RoomTab) => void) => ReactNode;
}

/**
 * Videos and panel: side by side on a wide screen, and on a phone held sideways, where the question is below the videos.
 * On a narrow one the videos are a strip above the panel, with the height that the panel leaves.
 */
export function RoomGrid({ room, local, call, connected, layout, isFolded, panel }: RoomGridProps) {
  const isShort = useIsShortViewport();
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
        "flex min-h-0 grow flex-col lg:grid lg:gap-3.5 lg:p-3.5",
        !isFolded && "gap-2 p-2 flat:grid flat:grid-rows-[minmax(5rem,1fr)_fit-content(65%)] flat:py-1",
        !isFolded && (hasMainVideo ? "flat:grid-cols-2" : "flat:grid-cols-[min(14rem,32%)_minmax(0,1fr)]"),
        isScreenShared ? "lg:grid-rows-[auto_minmax(0,1fr)]" : "lg:grid-rows-[minmax(0,1fr)]",
        columns,
      )}
    >
      {hasMainVideo ? (
        <div
          className={clsx(
            "relative flex shrink-0 flex-col gap-2",
            isScreenShared ? "lg:contents" : "lg:min-h-0",
            isFolded ? "hidden" : "flat:min-h-0",
          )}
        >
          <div
            className={clsx(
              "flex flex-col flat:h-auto flat:min-h-0 flat:grow lg:row-span-2 lg:h-auto lg:min-h-0 lg:grow",
              isShort ? "h-20" : isPanelFocused && !isScreenShared ? "h-[22dvh]" : "h-[34dvh]",
            )}
          >
            <MainVideo room={room} local={local} call={call} connected={connected} />
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
            "flex shrink-0 flex-col flat:h-auto flat:min-h-0 lg:order-last lg:h-auto lg:min-h-0",
            isShort ? "h-14" : isPanelFocused ? "h-24" : "h-36 sm:h-52",
            isFolded && "hidden",
          )}
        >
          {tiles}
        </div>
      )}
      <div className={clsx("flex min-h-0 min-w-0 grow flex-col", !isFolded && "flat:contents")}>
        {panel(tab, setTab)}
      </div>
    </div>
  );
}

/** The same user joined elsewhere, and two pages of one user would echo. */
export function ConnectionTakenOver({ onReturn }: { onReturn: () => void }) {
  return (
    <RoomLayout>
      <RoomMessage
        tabTitle="Open in another tab"
        status="off"
        statusLabel="Elsewhere"
        title="You're in this room in another tab"
        detail="You can be in a room from one tab only, so this tab has left the call and released your camera and microphone."
        action={
          <Button variant="accent" onClick={onReturn}>
            Use it here
          </Button>
        }
      />
    </RoomLayout>
  );
}
