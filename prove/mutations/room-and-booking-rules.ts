import { type Mutation, never, remove } from "./mutation.ts";

const boards = "whiteboards/whiteboards.test.ts";
const chat = "rooms/connections/chat.test.ts";
const weekly = "availability/weekly/weekly.test.ts";
/** Rules of the room. */
export const roomRules: Mutation[] = [
  remove("the chat's limit is each person's own", {
    file: "rooms/chat-store.ts",
    text: `and sender_id = \${senderId}\n    ), fitting`,
    by: "\n    ), fitting",
    tests: [chat],
  }),
  remove("the chat has a limit of messages", {
    file: "rooms/chat-store.ts",
    text: `messages < \${maxChatMessages} and`,
    by: `messages < \${maxChatMessages + 1_000_000} and`,
    tests: [chat],
  }),
  remove("the chat has a limit of bytes", {
    file: "rooms/chat-store.ts",
    text: `<= \${maxChatBytes}`,
    by: `<= \${maxChatBytes + 1_000_000_000}`,
    tests: [chat],
  }),
  remove("a person's runs displace only their own", {
    file: "code-pads/run-store.ts",
    text: '.where("runnerId", "=", run.runnerId)\n    .where("position"',
    by: '.where("position"',
    tests: ["code-pads/runs.test.ts"],
  }),
  remove("a person's figures displace only their own", {
    file: "code-pads/run-store.ts",
    text: '.where("runnerId", "=", runnerId)\n        .where(sql<boolean>`figures <> \'[]\'`)\n        .orderBy',
    by: ".where(sql<boolean>`figures <> '[]'`)\n        .orderBy",
    tests: ["code-pads/runs.test.ts"],
  }),
  never("an element's version grows by steps", {
    file: "whiteboards/board-connection.ts",
    text: "elements.some(({ id, version }) => version > highest(id))",
    tests: [boards],
  }),
  remove("a board has a limit of elements", {
    file: "whiteboards/board-connection.ts",
    text: "count <= maxBoardElements && ",
    by: "count <= maxBoardElements + 1_000_000 && ",
    tests: [boards],
  }),
  remove("a board has a limit of bytes", {
    file: "whiteboards/board-connection.ts",
    text: "bytes <= maxBoardBytes",
    by: "bytes <= maxBoardBytes + 1_000_000_000",
    tests: [boards],
  }),
  remove("a full board takes deletions", {
    file: "whiteboards/board-connection.ts",
    text: "isDeleted && versions.has(id)",
    by: "isDeleted && versions.has(id) && (false as boolean)",
    tests: [boards],
  }),
  remove("deleted elements make room", {
    file: "whiteboards/board-connection.ts",
    text: "await forgetDeleted(deps.database, bookingId);",
    by: "void forgetDeleted;",
    tests: [boards],
  }),
  never("one message has an element once", {
    file: "whiteboards/board-connection.ts",
    text: "new Set(received.map(({ id }) => id)).size < received.length",
    tests: [boards],
  }),
  remove("a whole board is sent now and then", {
    file: "whiteboards/board-connection.ts",
    text: "this.#syncBucket.take()",
    by: "(true || this.#syncBucket.take())",
    tests: [boards],
  }),
  remove("a board keeps the newer version of an element", {
    file: "whiteboards/board-store.ts",
    text: "where excluded.version > stored.version\n        or (",
    by: "where true or (",
    tests: [boards],
  }),
  remove("marks have a limit also when they come at once", {
    file: "rooms/marks/mark-moment.ts",
    text: `await lockAccount(tx, actor.userId);\n    await lockSubjects(tx, [\`marks of \${bookingId}\`]);`,
    by: "void [lockAccount, lockSubjects];",
    tests: ["rooms/marks/marks.test.ts"],
  }),
  never("a mark's id names one mark", {
    file: "rooms/marks/mark-moment.ts",
    text: "kept.label !== mark.label || kept.note !== mark.note",
    tests: ["rooms/marks/marks.test.ts"],
  }),
];

/** Rules of bookings, slots and prices. */
export const bookingRules: Mutation[] = [
  remove("a feedback file waits for a remedy that is being given", {
    file: "feedback/deadline/deadline-store.ts",
    text: "    .forShare()\n",
    tests: ["feedback/deadline/deadline.test.ts"],
  }),
  remove("a remedy waits for a feedback file that is being stored", {
    file: "feedback/deadline/deadline-store.ts",
    text: ".forNoKeyUpdate().execute();\n  const row",
    by: ".execute();\n  const row",
    tests: ["feedback/deadline/deadline.test.ts"],
  }),
  remove("a deleted time is not offered again", {
    file: "availability/store.ts",
    text: 'status: "removed", refusedAt: now',
    by: 'status: "removed"',
    tests: [weekly],
  }),
  remove("the time of a canceled interview is not offered again", {
    file: "availability/store.ts",
    text: 'refusedAt: becomes === "removed" ? now : null',
    by: "refusedAt: null",
    tests: [weekly],
  }),
  remove("a proposed slot is held", {
    file: "bookings/move-proposals/propose.ts",
    text: "if (!(await holdSlot(tx, { interviewerId, startsAt: slot.startsAt }))) return null;",
    by: "void [holdSlot, interviewerId];",
    tests: ["operator/bookings/move-proposals.test.ts"],
  }),
  never("a proposal that has ended is not accepted", {
    file: "bookings/move-proposals/answer-proposal.ts",
    text: 'state !== "open"',
    tests: ["operator/bookings/move-proposals.test.ts"],
  }),
  remove("two meetings do not take one host at the same moment", {
    file: "meetings/hosts/allocate-host.ts",
    text: `await lockSubjects(tx, [\`hosts of \${hosted.name}\`]);`,
    by: "void lockSubjects;",
    tests: ["meetings/hosts/hosts.test.ts"],
  }),
  remove("a price is locked while the last founding place is taken", {
    file: "plans/lock-price.ts",
    text: "...(planType === foundingPlan ? [foundingPlaces] : []),",
    by: "...(planType === foundingPlan ? [] : []),",
    tests: ["payments/settlement/settlement.test.ts", "payments/purchase.test.ts"],
  }),
  remove("a price is locked while a limited coupon is used", {
    file: "plans/lock-price.ts",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of a source
    text: "...(isLimited ? [`coupon:${coupon.id}`] : []),",
    by: "...(isLimited ? [] : []),",
    tests: ["payments/settlement/settlement.test.ts", "payments/purchase.test.ts"],
  }),
  remove("a price is locked while its order is paid", {
    file: "payments/settlement/settle-payment.ts",
    text: "await lockOrderedPrice(tx, order);",
    by: "void lockOrderedPrice;",
    tests: ["payments/orders/repeated-discount.test.ts"],
  }),
  remove("a no-show is decided once, under a lock", {
    file: "bookings/no-shows/decide-no-show.ts",
    text: "await lockSubjects(tx, [found.intervieweeId, found.interviewerId]);",
    by: "void lockSubjects;",
    tests: ["bookings/no-shows/decide-no-show.test.ts", "operator/bookings/desk-bookings.test.ts"],
  }),
];
