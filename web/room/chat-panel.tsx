import { cleanText } from "@greenroom/contract/kernel/plain-text.ts";
import { type ChatMessage, maxChatCharacters, type Room } from "@greenroom/contract/room/room.ts";
import clsx from "clsx";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { formatTime } from "../format/times.ts";
import { openStorage } from "../session/session-store.ts";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/fields.tsx";
import { ChatText } from "./chat-text.tsx";
import type { PendingMessage } from "./connection/room-client.ts";
import { isOwnId, participantName } from "./record/record-text.tsx";

interface ChatPanelProps {
  room: Room;
  chat: ChatMessage[];
  pending: PendingMessage[];
  /** The room's chat has messages before those of `chat`. */
  hasEarlier: boolean;
  timeZone: string;
  onSend: (body: string) => void;
  onSendAgain: (id: string) => void;
}

/** The messages of this room: stored, so that they are back after a reload. */
export function ChatPanel({
  room,
  chat,
  pending,
  hasEarlier,
  timeZone,
  onSend,
  onSendAgain,
}: ChatPanelProps) {
  const [text, setText] = useState("");
  const log = useRef<HTMLDivElement>(null);
  const count = chat.length + pending.length;
  useEffect(() => {
    const element = log.current;
    if (count === 0 || !element) return;
    const scrollToNewest = () => element.scrollTo({ top: element.scrollHeight });
    scrollToNewest();
    // The on-screen keyboard, or another tab of the panel, reduces the height.
    const observer = new ResizeObserver(scrollToNewest);
    observer.observe(element);
    return () => observer.disconnect();
  }, [count]);
  const nameOf = (senderId: string) => participantName(room.parties, senderId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The room closes the connection for a character that no typed text has.
    const body = cleanText(text).trim();
    if (body === "") return;
    onSend(body);
    setText("");
  };
  return (
    <div className="flex min-h-0 grow flex-col gap-2 lg:gap-3">
      <div
        ref={log}
        role="log"
        aria-label="Chat"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        className="min-h-16 grow overflow-y-auto rounded-sm px-1 focus-visible:-outline-offset-2"
      >
        {count === 0 && <p className="py-4 text-center text-on-dark-2 lg:py-8">Handy for links and names.</p>}
        {hasEarlier && (
          <p className="py-2 text-center text-sm text-on-dark-2">
            Earlier messages are in the interview’s record, which you both can read afterwards.
          </p>
        )}
        {/* Without the 0, a word that is too long for the panel would widen the list, and own messages leave it. */}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {chat.map(({ id, senderId, body, sentAt }) => (
            <ChatMessageItem
              key={id}
              name={nameOf(senderId)}
              isOwn={isOwnId(room.parties, senderId)}
              when={formatTime(new Date(sentAt), timeZone)}
              body={body}
            />
          ))}
          {pending.map(({ id, body, refusal }) => (
            <ChatMessageItem
              key={id}
              name="You"
              isOwn
              when={refusal === null ? "sending…" : "not sent"}
              body={body}
            >
              {refusal !== null && <RefusedMessage reason={refusal} onSendAgain={() => onSendAgain(id)} />}
            </ChatMessageItem>
          ))}
        </ul>
      </div>
      <form onSubmit={submit} className="flex gap-2">
        <TextInput
          aria-label="Message"
          placeholder="Write a message"
          autoComplete="off"
          maxLength={maxChatCharacters}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="accent">
          Send
        </Button>
      </form>
    </div>
  );
}

function RefusedMessage({ reason, onSendAgain }: { reason: string; onSendAgain: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="alert" className="text-sm text-red">
        {reason}
      </p>
      <Button size="sm" variant="ghost" onClick={onSendAgain}>
        Send again
      </Button>
    </div>
  );
}

interface ChatMessageItemProps {
  name: string;
  isOwn: boolean;
  when: string;
  body: string;
  children?: ReactNode;
}

function ChatMessageItem({ name, isOwn, when, body, children }: ChatMessageItemProps) {
  return (
    <li className={clsx("max-w-[85%] rounded-md px-3.5 py-2", isOwn ? "ml-auto bg-green-tint" : "bg-sunk")}>
      <p className="text-xs text-on-dark-2">
        {name} · <span className="tabular">{when}</span>
      </p>
      <ChatText text={body} />
      {children}
    </li>
  );
}

/** The newest message that this browser has shown, of the last room only. */
const storage = openStorage("localStorage");
const storageKey = "greenroom.chat-seen";

/** How many messages of the other participant this user has not seen yet. */
export function useUnreadCount(room: Room, chat: ChatMessage[], isChatOpen: boolean): number {
  const ownId = room.parties.find(({ isYou }) => isYou)?._id;
  const newest = chat.at(-1)?.id;
  useEffect(() => {
    if (isChatOpen && newest !== undefined) storage.setItem(storageKey, `${room.bookingId} ${newest}`);
  }, [room.bookingId, isChatOpen, newest]);
  if (isChatOpen) return 0;
  const [bookingId, seenId] = (storage.getItem(storageKey) ?? "").split(" ");
  return countUnread(chat, ownId, bookingId === room.bookingId ? seenId : undefined);
}

/** Messages of others after the last seen one. Somebody who replied has seen everything before. */
export function countUnread(
  chat: readonly Pick<ChatMessage, "id" | "senderId">[],
  ownId: string | undefined,
  seenId: string | undefined,
): number {
  const lastSeen = chat.findLastIndex(({ id, senderId }) => id === seenId || senderId === ownId);
  return chat.length - 1 - lastSeen;
}
