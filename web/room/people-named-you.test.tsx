import type { Room } from "@greenroom/contract/room/room.ts";
import type { RoomRecordItem } from "@greenroom/contract/room/room-record.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ChatPanel } from "./chat/chat-panel.tsx";
import { RecordTimeline } from "./record/record-timeline.tsx";

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
  expect([labelOf(me._id), labelOf(other._id)]).toEqual(["What your run printed", "What You’s run printed"]);
});
