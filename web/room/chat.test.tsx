import type { Room } from "@greenroom/contract/room/room.ts";
import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ChatPanel, countUnread } from "./chat-panel.tsx";
import { splitChatText } from "./chat-text.tsx";
import { RecordTimeline } from "./record/record-timeline.tsx";

const linksOf = (text: string) =>
  splitChatText(text).flatMap(({ text: words, href }) => (href === null ? [] : [words]));

describe("a chat message", () => {
  it.each([
    ["see https://arxiv.org/abs/1706.03762.", ["https://arxiv.org/abs/1706.03762"]],
    [
      "HTTPS://Example.org and http://localhost:3000/x?a=b#c",
      ["HTTPS://Example.org", "http://localhost:3000/x?a=b#c"],
    ],
    ["(https://en.wikipedia.org/wiki/Recall_(memory))", ["https://en.wikipedia.org/wiki/Recall_(memory)"]],
    ["is it “https://example.org/a”?", ["https://example.org/a"]],
    ["[https://example.org/a], yes?!", ["https://example.org/a"]],
    ["<https://example.org/a>", ["https://example.org/a"]],
    ["https://example.org/रिज़्यूमे", ["https://example.org/रिज़्यूमे"]],
    ["https://example.org/a))).", ["https://example.org/a"]],
    ["nothing here", []],
    ["https://", []],
    ["javascript:alert(1) data:text/html,x file:///etc/passwd www.example.org", []],
    ["xhttps://example.org", []],
    ["https://bank.example@evil.example/", []],
    ["https://example.org/\u202Egpj.exe", ["https://example.org/"]],
  ])("%s", (text, links) => {
    expect(linksOf(text)).toEqual(links);
    expect(
      splitChatText(text)
        .map(({ text: words }) => words)
        .join(""),
    ).toBe(text);
  });
});

describe("use unread count", () => {
  /** "a1 b2": message 1 of a, then message 2 of b. */
  const chatOf = (text: string) =>
    text
      .split(" ")
      .filter(Boolean)
      .map((entry) => ({ senderId: entry.slice(0, 1), id: entry.slice(1) }));

  it.each([
    ["", undefined, 0],
    ["b1 b2", undefined, 2],
    ["b1 b2", "1", 1],
    ["b1 b2", "2", 0],
    ["b1 a2", undefined, 0],
    ["b1 a2 b3", undefined, 1],
    ["a1 b2 b3", "2", 1],
    ["b1 b2", "an id of another room", 2],
  ])("in %j with %j seen, a has %i unread", (chat, seenId, unread) => {
    expect(countUnread(chatOf(chat), "a", seenId)).toBe(unread);
  });
});

describe("people named you", () => {
  // "You" is also a name. Only the id of a person says whose message, mark or run it is.
  const other = { _id: "1", firstName: "You", lastName: "", role: "interviewer", isYou: false } as const;
  const me = { _id: "2", firstName: "Ben", lastName: "Rao", role: "interviewee", isYou: true } as const;
  const at = "2026-11-20T12:30:00.000Z";

  it("a message of a person whose name is You is not shown as one's own", () => {
    const sideOf = (senderId: string) => {
      const html = renderToStaticMarkup(
        <ChatPanel
          room={{ parties: [other, me] } as unknown as Room}
          chat={[{ id: "m1", senderId, body: "Hello", sentAt: at }]}
          pending={[]}
          hasEarlier={false}
          timeZone="UTC"
          onSend={() => undefined}
          onSendAgain={() => undefined}
        />,
      );
      return html.includes("ml-auto") ? "own" : "other";
    };
    expect([sideOf(me._id), sideOf(other._id)]).toEqual(["own", "other"]);
  });

  it("a run of a person whose name is You is announced with that name", () => {
    const labelOf = (personId: string) => {
      const run = { id: "r1", kind: "run", at, atSeconds: 3, personId, language: "python" };
      const item = { ...run, outcome: "finished", output: "1", durationMs: 3 } as unknown as RoomRecordItem;
      const html = renderToStaticMarkup(
        <RecordTimeline
          bookingId="b1"
          canCorrect={false}
          people={[other, me]}
          items={[item]}
          selectedId={null}
          onSelect={() => undefined}
        />,
      );
      return /<section aria-label="([^"]*)"/.exec(html)?.[1];
    };
    expect([labelOf(me._id), labelOf(other._id)]).toEqual([
      "What your run printed",
      "What You’s run printed",
    ]);
  });
});
