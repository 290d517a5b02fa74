import { useState } from "react";
import { Tabs } from "../../../ui/tabs.tsx";
import type { RoomPhase } from "../room-phase.ts";
import type { RoomSession, SessionView } from "../room-session.ts";
import { useUnread } from "../use-unread.ts";
import { ChatPanel } from "./chat-panel.tsx";
import { CodePanel } from "./code-panel.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { StagePanel } from "./stage-panel.tsx";

interface RoomPanelProps {
  session: RoomSession;
  view: SessionView;
  phase: RoomPhase;
  /** The server's. */
  now: Date;
  timeZone: string;
  tab: RoomTab;
  onTab: (tab: RoomTab) => void;
}

export type RoomTab = "code" | "session" | "chat" | "notes";

/** The code pad, the run of the session, the chat, and the interviewer's notes. */
export function RoomPanel({ session, view, phase, now, timeZone, tab, onTab }: RoomPanelProps) {
  const { room } = view.visit;
  // The editor is loaded when it is first asked for, and stays.
  const [hasCode, setHasCode] = useState(false);
  if (tab === "code" && !hasCode) setHasCode(true);
  const isHost = room.parties.some((party) => party.isYou && party.role === "interviewer");
  const unread = useUnread(room, view.chat, tab === "chat");
  const tabs = [
    {
      value: "code",
      label: view.hasPadNews ? "Code · new" : "Code",
      content: hasCode && <CodePanel session={session} room={room} />,
    },
    {
      value: "session",
      label: "Session",
      content: <StagePanel room={room} phase={phase} now={now} timeZone={timeZone} />,
    },
    {
      value: "chat",
      label: unread === 0 ? "Chat" : `Chat · ${unread} new`,
      content: (
        <ChatPanel
          room={room}
          chat={view.chat}
          pending={view.pending}
          timeZone={timeZone}
          onSay={(body) => session.say(body)}
        />
      ),
    },
    ...(isHost
      ? [{ value: "notes", label: "Notes", content: <NotesPanel bookingId={room.bookingId} /> }]
      : []),
  ];
  return (
    <section
      aria-label="Code, session, chat and notes"
      className="relative flex min-h-0 grow flex-col overflow-hidden rounded-md border border-stage-line bg-paper p-2 lg:p-3"
    >
      <Tabs
        label="In this room"
        tabs={tabs}
        value={tab}
        onValueChange={(value) => onTab(value as RoomTab)}
        fill
      />
    </section>
  );
}
