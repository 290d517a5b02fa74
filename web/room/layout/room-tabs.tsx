import { type ReactNode, useCallback, useEffect, useState } from "react";
import { Tabs } from "../../ui/display/tabs.tsx";
import { ErrorArea } from "../../ui/status/error-area.tsx";
import { ChatPanel } from "../chat/chat-panel.tsx";
import { useUnreadCount } from "../chat/use-unread-count.ts";
import { CodePadTab } from "../code-pads/code-pad-tab.tsx";
import type { RoomClient, RoomClientState } from "../connection/room-client.ts";
import { InterviewPanel } from "../interview/interview-panel.tsx";
import type { RoomPhase } from "../interview/room-phase.ts";
import { NotesPanel } from "../notes/notes-panel.tsx";
import { QuestionsTab } from "../questions/questions-tab.tsx";
import { ShownQuestionCard } from "../questions/shown-question-card.tsx";
import { useQuestionShortcut } from "../questions/use-question-shortcut.ts";
import { WhiteboardTab } from "../whiteboards/whiteboard-tab.tsx";

interface RoomTabsProps {
  client: RoomClient;
  state: RoomClientState;
  phase: RoomPhase;
  /** The server's clock. */
  now: Date;
  timeZone: string;
  tab: RoomTab;
  onTabChange: (tab: RoomTab) => void;
}

export type RoomTab = "code" | "board" | "session" | "questions" | "chat" | "notes";

/** The code pad, the whiteboard, the phases of the interview, the chat, and the interviewer's questions and notes. */
export function RoomTabs({ client, state, phase, now, timeZone, tab, onTabChange }: RoomTabsProps) {
  const { room } = state.snapshot;
  // The editor is loaded when it is first opened, and stays.
  const [isCodeLoaded, setCodeLoaded] = useState(false);
  if ((tab === "code" || state.offeredCode !== null) && !isCodeLoaded) setCodeLoaded(true);
  const [isBoardLoaded, setBoardLoaded] = useState(false);
  if (tab === "board" && !isBoardLoaded) setBoardLoaded(true);
  useEffect(() => client.setOpenWork(tab === "code" || tab === "board" ? tab : null), [client, tab]);
  const isInterviewer = room.parties.some((party) => party.isYou && party.role === "interviewer");
  const openQuestions = useCallback(() => onTabChange("questions"), [onTabChange]);
  const searchRequests = useQuestionShortcut(isInterviewer, openQuestions);
  const [areQuestionsLoaded, setQuestionsLoaded] = useState(false);
  if (tab === "questions" && !areQuestionsLoaded) setQuestionsLoaded(true);
  const unreadCount = useUnreadCount(room, state.chat, tab === "chat");
  const tabs: { value: RoomTab; label: string; content: ReactNode }[] = [
    {
      value: "code",
      label: state.hasUnseenCode ? "Code · new" : "Code",
      content: isCodeLoaded && <CodePadTab client={client} room={room} />,
    },
    {
      value: "board",
      label: state.hasUnseenDrawing ? "Board · new" : "Board",
      content: isBoardLoaded && <WhiteboardTab client={client} room={room} />,
    },
    {
      value: "session",
      label: "Session",
      content: <InterviewPanel room={room} phase={phase} now={now} timeZone={timeZone} />,
    },
    ...(isInterviewer
      ? [
          {
            value: "questions" as const,
            label: "Questions",
            content: areQuestionsLoaded && (
              <QuestionsTab
                room={room}
                client={client}
                now={now}
                timeZone={timeZone}
                searchRequests={searchRequests}
              />
            ),
          },
        ]
      : []),
    {
      value: "chat",
      label: unreadCount === 0 ? "Chat" : `Chat · ${unreadCount} new`,
      content: (
        <ChatPanel
          room={room}
          chat={state.chat}
          pending={state.pending}
          hasEarlier={state.hasEarlierChat}
          timeZone={timeZone}
          onSend={(body) => client.sendChat(body)}
          onSendAgain={(id) => client.sendChatAgain(id)}
        />
      ),
    },
    ...(isInterviewer
      ? [{ value: "notes" as const, label: "Notes", content: <NotesPanel bookingId={room.bookingId} /> }]
      : []),
  ];
  return (
    <section
      aria-label="Code, board, session, questions, chat and notes"
      className="relative flex min-h-0 grow flex-col overflow-hidden rounded-md border border-dark-line bg-paper p-2 lg:p-3"
    >
      <ErrorArea message="The question can't be shown.">
        <ShownQuestionCard
          question={state.question}
          startsOpen={!isInterviewer}
          now={isInterviewer ? now : null}
        />
      </ErrorArea>
      <Tabs
        label="In this room"
        tabs={tabs.map((each) => ({
          ...each,
          content: <TabContent value={each.value}>{each.content}</TabContent>,
        }))}
        value={tab}
        onValueChange={(value) => onTabChange(value as RoomTab)}
        fill
      />
    </section>
  );
}

const failures: Record<RoomTab, string> = {
  code: "The code stopped working.",
  board: "The board stopped working.",
  session: "The session can't be shown.",
  questions: "The questions stopped working.",
  chat: "The chat stopped working.",
  notes: "The notes stopped working.",
};

/** An error in one tab must not end the call. */
function TabContent({ value, children }: { value: RoomTab; children: ReactNode }) {
  return <ErrorArea message={failures[value]}>{children}</ErrorArea>;
}
