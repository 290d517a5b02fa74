import type { Room } from "@greenroom/contract/meetings.ts";
import { type ChatMessage, chatCharacters } from "@greenroom/contract/room-messages.ts";
import clsx from "clsx";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { formatTime } from "../../../ui/time/format-time.ts";
import { nameInRoom } from "../name-in-room.ts";
import type { PendingMessage } from "../room-session.ts";
import { ChatText } from "./chat-text.tsx";

interface ChatPanelProps {
  room: Room;
  chat: ChatMessage[];
  pending: PendingMessage[];
  timeZone: string;
  onSay: (body: string) => void;
}

/** What was written in this room: kept, and here again for who comes back. */
export function ChatPanel({ room, chat, pending, timeZone, onSay }: ChatPanelProps) {
  const [text, setText] = useState("");
  const log = useRef<HTMLDivElement>(null);
  const count = chat.length + pending.length;
  useEffect(() => {
    const element = log.current;
    if (count === 0 || !element) return;
    const toNewest = () => element.scrollTo({ top: element.scrollHeight });
    toNewest();
    // The on-screen keyboard, or another tab of the panel, takes height away.
    const watcher = new ResizeObserver(toNewest);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [count]);
  const nameOf = (senderId: string) => nameInRoom(room.parties, senderId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onSay(text.trim());
    setText("");
  };
  return (
    <div className="flex min-h-0 grow flex-col gap-2 lg:gap-3">
      <div
        ref={log}
        role="log"
        aria-label="Chat"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
        className="min-h-16 grow overflow-y-auto rounded-sm px-1 focus-visible:-outline-offset-2"
      >
        {count === 0 && (
          <p className="py-4 text-center text-on-stage-2 lg:py-8">
            Links and names are easier written than said.
          </p>
        )}
        <ul className="grid gap-2">
          {chat.map(({ id, senderId, body, sentAt }) => (
            <Message
              key={id}
              name={nameOf(senderId)}
              when={formatTime(new Date(sentAt), timeZone)}
              body={body}
            />
          ))}
          {pending.map(({ id, body }) => (
            <Message key={id} name="You" when="sending…" body={body} />
          ))}
        </ul>
      </div>
      <form onSubmit={submit} className="flex gap-2">
        <TextInput
          aria-label="Message"
          placeholder="Write a message"
          autoComplete="off"
          maxLength={chatCharacters}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" look="spotlight">
          Send
        </Button>
      </form>
    </div>
  );
}

function Message({ name, when, body }: { name: string; when: string; body: string }) {
  return (
    <li
      className={clsx(
        "max-w-[85%] rounded-md px-3.5 py-2",
        name === "You" ? "ml-auto bg-green-tint" : "bg-sunk",
      )}
    >
      <p className="text-xs text-on-stage-2">
        {name} · <span className="tabular">{when}</span>
      </p>
      <ChatText text={body} />
    </li>
  );
}
