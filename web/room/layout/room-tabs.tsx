import type { Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { ErrorArea } from "../../ui/content.tsx";
import { LazyPart } from "../../ui/lazy-part.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ChatPanel, useUnreadCount } from "../chat-panel.tsx";
import type { RoomClient, RoomClientState } from "../connection/room-client.ts";
import type { RoomPhase } from "../interview/interview-clock.tsx";
import { InterviewPanel } from "../interview/interview-panel.tsx";
import { NotesPanel } from "../notes-panel.tsx";
import type { QuestionsPanelProps } from "../questions/questions-panel.tsx";
import { ShownQuestionCard } from "../questions/shown-question-card.tsx";
import { participantName } from "../record/record-text.tsx";
import { loadBoardLibrary } from "../whiteboards/board-view.ts";
import { useAltShortcut } from "./room-layout.tsx";

interface RoomTabsProps {
  client: RoomClient;
  state: RoomClientState;
  phase: RoomPhase;
  /** The server's clock. */
  now: Date;
  timeZone: string;
  tab: RoomTab;
  onTabChange: (tab: RoomTab) => void;
  /** Beside the tabs while a person types on a phone: all that is left of the rest of the room. */
  folded?: ReactNode;
}

export type RoomTab = "code" | "board" | "session" | "questions" | "chat" | "notes";

/** The code pad, the whiteboard, the phases of the interview, the chat, and the interviewer's questions and notes. */
export function RoomTabs({ client, state, phase, now, timeZone, tab, onTabChange, folded }: RoomTabsProps) {
  const { room } = state.snapshot;
  // The editor is loaded when it is first opened, and stays.
  const [isCodeLoaded, setCodeLoaded] = useState(false);
  if ((tab === "code" || state.offeredCode !== null) && !isCodeLoaded) setCodeLoaded(true);
  const [isBoardLoaded, setBoardLoaded] = useState(false);
  if (tab === "board" && !isBoardLoaded) setBoardLoaded(true);
  useEffect(() => client.setOpenWork(tab === "code" || tab === "board" ? tab : null), [client, tab]);
  const isInterviewer = room.parties.some((party) => party.isYou && party.role === "interviewer");
  const [searchRequests, setSearchRequests] = useState(0);
  const searchQuestions = useCallback(() => {
    onTabChange("questions");
    setSearchRequests((count) => count + 1);
  }, [onTabChange]);
  useAltShortcut("KeyQ", searchQuestions, isInterviewer);
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
      label: "Interview",
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
      aria-label="Code, board, interview, questions, chat and notes"
      className={clsx(
        "relative flex min-h-0 grow flex-col overflow-hidden bg-paper",
        folded === undefined && "rounded-md border border-dark-line p-2 flat:contents lg:p-3",
      )}
    >
      {/* A new question is announced also while the card is folded. */}
      <div className={clsx("contents", folded !== undefined && "[&>section]:hidden")}>
        <ErrorArea message="The question can't be shown.">
          <ShownQuestionCard
            question={state.question}
            startsOpen={!isInterviewer}
            now={isInterviewer ? now : null}
          />
        </ErrorArea>
      </div>
      <div className={clsx("flex min-h-0 grow flex-col", folded === undefined && sidewaysClass)}>
        <Tabs
          label="In this room"
          tabs={tabs.map((each) => ({
            ...each,
            content: <TabContent value={each.value}>{each.content}</TabContent>,
          }))}
          value={tab}
          onValueChange={(value) => onTabChange(value as RoomTab)}
          fill
          before={folded}
        />
      </div>
    </section>
  );
}

/** On a phone held sideways, beside the videos and the question. */
const sidewaysClass =
  "flat:relative flat:col-start-2 flat:row-span-2 flat:row-start-1 flat:overflow-hidden flat:rounded-md flat:border flat:border-dark-line flat:bg-paper flat:p-1.5";

const failures: Record<RoomTab, string> = {
  code: "The code stopped working.",
  board: "The board stopped working.",
  session: "The interview can't be shown.",
  questions: "The questions stopped working.",
  chat: "The chat stopped working.",
  notes: "The notes stopped working.",
};

/** An error in one tab must not end the call. */
function TabContent({ value, children }: { value: RoomTab; children: ReactNode }) {
  return <ErrorArea message={failures[value]}>{children}</ErrorArea>;
}

const codePadPart = {
  name: "The code pad",
  load: () => import("../code-pads/code-pad.tsx").then((module) => module.default),
  lines: 6,
};

/** Excalidraw is larger than the rest of the room, so it is fetched when a person opens the whiteboard. */
const whiteboardPart = {
  name: "The whiteboard",
  load: () =>
    loadBoardLibrary(() => import("../whiteboards/whiteboard.tsx")).then((module) => module.default),
  lines: 6,
};

const questionsPart = {
  name: "The questions",
  load: () => import("../questions/questions-panel.tsx").then(({ QuestionsPanel }) => QuestionsPanel),
  lines: 6,
};

interface WorkTabProps {
  client: RoomClient;
  room: Room;
}

const padded = (state: ReactNode) => <div className="p-4">{state}</div>;

/** The room's tab for the shared pad; the editor is loaded with it. */
export function CodePadTab({ client, room }: WorkTabProps) {
  const you = room.parties.find(({ isYou }) => isYou);
  const other = room.parties.find(({ isYou }) => !isYou);
  return (
    <div className="flex min-h-0 grow flex-col border-t border-dark-line">
      <LazyPart source={codePadPart} frame={padded}>
        {(CodePad) => (
          <CodePad
            client={client}
            nameOf={(personId) => participantName(room.parties, personId)}
            ownId={you?._id ?? ""}
            isInterviewer={you?.role === "interviewer"}
            otherName={other?.firstName ?? "The other person"}
          />
        )}
      </LazyPart>
    </div>
  );
}

export function WhiteboardTab({ client, room }: WorkTabProps) {
  const nameOf = useCallback((personId: string) => participantName(room.parties, personId), [room.parties]);
  return (
    <LazyPart source={whiteboardPart} frame={padded}>
      {(Whiteboard) => <Whiteboard client={client} nameOf={nameOf} />}
    </LazyPart>
  );
}

/** The tab for the interviewer's questions; its code is loaded with it. */
export function QuestionsTab(props: QuestionsPanelProps) {
  return <LazyPart source={questionsPart}>{(QuestionsPanel) => <QuestionsPanel {...props} />}</LazyPart>;
}
