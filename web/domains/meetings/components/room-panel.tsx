import { useState } from "react";
import { Tabs } from "../../../ui/tabs.tsx";
import type { RoomPhase } from "../room-phase.ts";
import type { RoomSession, SessionView } from "../room-session.ts";
import { ChatPanel } from "./chat-panel.tsx";
import { NotesPanel } from "./notes-panel.tsx";
import { StagePanel } from "./stage-panel.tsx";

interface RoomPanelProps {
  session: RoomSession;
  view: SessionView;
  phase: RoomPhase;
  /** The server's. */
  now: Date;
  timeZone: string;
  /** Beside something larger, with less height for itself. */
  compact: boolean;
}

/** The run of the session, the chat, and the interviewer's notes. */
export function RoomPanel({ session, view, phase, now, timeZone, compact }: RoomPanelProps) {
  const { room } = view.visit;
  const [tab, setTab] = useState("session");
  const [seen, setSeen] = useState(view.chat.length);
  if (tab === "chat" && seen !== view.chat.length) setSeen(view.chat.length);
  const isHost = room.parties.some((party) => party.isYou && party.role === "interviewer");
  const unread = Math.max(0, view.chat.length - seen);
  const tabs = [
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
          compact={compact}
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
      aria-label="Session, chat and notes"
      className="relative grow overflow-y-auto rounded-md border border-stage-line bg-paper p-3 lg:min-h-0"
    >
      <Tabs label="In this room" tabs={tabs} value={tab} onValueChange={setTab} />
    </section>
  );
}
