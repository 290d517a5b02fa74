import * as contract from "@greenroom/contract/desk/money/payouts.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { formatNamedMoment } from "@greenroom/contract/kernel/time-zones.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import {
  type BatchEntry,
  closeBatch,
  findOpenBatch,
  insertBatch,
  lockBatch,
  selectBatchEntries,
  selectBatchPeople,
  selectDueEntriesOf,
} from "../../money/payouts/payout-batches.ts";
import { findUsableDetails } from "../../money/payouts/payout-details.ts";
import {
  findDueOf,
  isSame,
  listDuePayouts,
  lockReturnable,
  payOutInTransaction,
  planPayout,
  returnPayoutInTransaction,
} from "../../money/payouts/payouts.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { action, amountToType, numberLines } from "../action.ts";
import { batchClosedError } from "./payouts.ts";

type Amount = { amountPaise: Paise };
const sumOf = (entries: readonly Amount[]): Paise =>
  entries.reduce((total, { amountPaise }) => total + amountPaise, 0);

/** How many interviewers without usable payout details a preview names. */
const maxNamed = 10;

/**
 * Stores the amount due to each interviewer with payout details, as the bank's file will contain it, and closes the
 * previous export. Throws `conflict` when nothing can be paid.
 */
export const exportBatch = action(contract.makeBatch, {
  async lock({ tx, now }) {
    // Of two exports at once, the second sees the first.
    await lockSubjects(tx, ["payout-batch"]);
    const due = (await listDuePayouts(tx)).filter(({ amountPaise }) => amountPaise > 0);
    const ids = due.map(({ interviewerId }) => interviewerId);
    const details = await findUsableDetails(tx, ids, now);
    const payable = due.filter(({ interviewerId }) => details.has(interviewerId));
    const without = due.filter(({ interviewerId }) => !details.has(interviewerId));
    const chosen = payable.slice(0, contract.maxBatchPeople).map(({ interviewerId }) => interviewerId);
    if (chosen.length === 0) {
      const why =
        without.length > 0
          ? `Nobody who is owed money has payout details that can be used yet: ${nameSome(without)}.`
          : "Nothing is due to anybody.";
      throw conflict(`${why} There is nothing to export.`);
    }
    return { chosen, without, later: payable.length - chosen.length };
  },
  async plan({ tx, subject: { chosen, without, later } }) {
    const open = await findOpenBatch(tx);
    return {
      data: {
        people: chosen.length,
        entries: await selectDueEntriesOf(tx, chosen),
        later,
        without: without.map(({ email, amountPaise }) => ({ email, amountPaise })),
        open: open === null ? null : { id: open.id, madeAt: open.madeAt },
      },
      typed: open === null ? null : "REPLACE",
      // It pays nobody: marking as paid does, and an operator cannot mark their own payout.
      beneficiaries: [],
    };
  },
  describe: ({ people, entries, later, without, open }, { config: { business } }) => [
    {
      label: "Transfers",
      text: `${countOf(people, "interviewer")}, ${formatPaise(sumOf(entries))} together.`,
    },
    ...(later > 0 ? [{ label: "Later", text: leftText(later) }] : []),
    ...(without.length > 0
      ? [
          {
            label: "No account",
            text: `Not in the file, because there are no payout details that can be used yet: ${nameSome(without)}.`,
          },
        ]
      : []),
    ...(open === null
      ? []
      : [
          {
            label: "Careful",
            text: `The export of ${formatNamedMoment(open.madeAt, business.timeZone)} is not marked as paid. This one replaces it and includes its open amounts. If the bank has that file, go back and mark it as paid first.`,
          },
        ]),
  ],
  async run({ tx, data: { entries, open }, now }, { actor }) {
    if (open !== null) await closeBatch(tx, open.id, now);
    const batchId = await insertBatch(tx, { madeBy: actor.userId, now, entries });
    const amountPaise = sumOf(entries);
    return {
      msg: `${formatPaise(amountPaise)} is exported. Give the file to the bank.`,
      batchId,
      audit: {
        action: "payout.exported",
        subject: `payout-batch:${batchId}`,
        details: { amountPaise, lines: entries.length, replaced: open?.id ?? null },
      },
    };
  },
});

/** Says that so many interviewers are not in this export. */
export function leftText(count: number): string {
  const verbs = count === 1 ? "does not fit and is" : "do not fit and are";
  return `${countOf(count, "interviewer")} ${verbs} left for the next export.`;
}

function nameSome(due: readonly ({ email: string } & Amount)[]): string {
  const named = due
    .slice(0, maxNamed)
    .map(({ email, amountPaise }) => `${email} ${formatPaise(amountPaise)}`);
  const more = due.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

/**
 * Marks the exported entries of interviewers as paid, as the bank has transferred them: all, or none. Entries that
 * are new since the export stay due. Those that were taken back since are deducted from the next payout.
 */
export const markPaid = action(contract.markPaid, {
  async lock({ tx, input: { batchId, interviewerIds } }) {
    const batch = await lockBatch(tx, batchId);
    if (batch === null) throw new AppError("not_found", { msg: "This export does not exist." });
    if (batch.closedAt !== null) throw batchClosedError();
    const interviewers = await findInterviewers(tx, interviewerIds);
    const entries = await selectBatchEntries(tx, batchId, interviewerIds);
    const planned: PlannedPayout[] = [];
    for (const interviewer of interviewers) {
      const exported = entries.filter(({ interviewerId }) => interviewerId === interviewer.id);
      if (exported.length === 0) throw conflict(`${interviewer.email} is not in this export.`);
      planned.push({ interviewer, exported, ...(await planPayout(tx, interviewer, exported)) });
    }
    return planned;
  },
  async plan({ tx, subject: planned, input, now }) {
    const ids = planned.map(({ interviewer }) => interviewer.id);
    const details = await findUsableDetails(tx, ids, now);
    const payouts = planned.map((payout) => ({
      email: payout.interviewer.email,
      account: details.get(payout.interviewer.id)?.account ?? null,
      amountPaise: payout.amountPaise,
      interviews: payout.interviews,
      lines: payout.lines.map(({ earningId, kind }) => ({ earningId, kind })),
      ...findChanges(payout),
    }));
    return {
      data: { reference: input.reference, payouts },
      exact: { ...input, interviewerIds: ids },
      typed: amountToType(sumOf(payouts)),
      beneficiaries: ids,
    };
  },
  describe: ({ reference, payouts }) => [
    ...numberLines(
      payouts.map(({ email, account, amountPaise, interviews }) => ({
        label: "Payout",
        text: `${email}: ${formatPaise(amountPaise)} for ${countOf(interviews, "interview")}${account === null ? "" : `, to ${account}`}.`,
      })),
    ),
    ...numberLines(payouts.flatMap(describeChanges)),
    { label: "Reference", text: reference },
    { label: "Together", text: formatPaise(sumOf(payouts)) },
    { label: "Then", text: "The payout is recorded permanently, and each interviewer is told by email." },
  ],
  async run({ deps, tx, subject: planned, input: { batchId, reference }, now }, by) {
    let totalPaise = 0;
    for (const { interviewer, exported } of planned) {
      totalPaise += (await payOutInTransaction(deps, tx, { interviewer, reference, exported }, by))
        .amountPaise;
    }
    const people = await selectBatchPeople(tx, batchId);
    if (people.every(({ openPaise }) => openPaise <= 0)) await closeBatch(tx, batchId, now);
    const whom = countOf(planned.length, "interviewer");
    return { msg: `${formatPaise(totalPaise)} is marked as paid to ${whom}.` };
  },
  limit: {
    kind: "payout",
    amount: ({ payouts }) => sumOf(payouts),
    most: ({ approval }) => approval.payoutPaise,
    format: formatPaise,
  },
});

interface PlannedPayout extends Awaited<ReturnType<typeof planPayout>> {
  interviewer: { id: string; email: string };
  exported: readonly BatchEntry[];
}

/** Sorted, so that two operators with the same interviewers wait for each other instead of deadlocking. */
async function findInterviewers(tx: Tx, ids: string[]): Promise<PlannedPayout["interviewer"][]> {
  const people = await findPeople(tx, ids);
  return [...ids].sort().map((id) => {
    const person = people.get(id);
    if (person === undefined)
      throw new AppError("not_found", { msg: "One of these interviewers does not exist." });
    return { id, email: person.email };
  });
}

interface Entries extends Amount {
  count: number;
}

/** What has changed in a payout since the export. */
interface Changes {
  /** Taken back since, but sent by the bank. */
  deducted: Entries;
  /** Marked as paid before. */
  gone: Entries;
  /** New since the export. */
  added: Entries;
}

function findChanges({ exported, due, lines }: PlannedPayout): Changes {
  const entries = (of: readonly Amount[]) => ({ count: of.length, amountPaise: sumOf(of) });
  return {
    deducted: entries(
      lines.filter((line) => line.kind === "earned" && !due.some((entry) => isSame(line, entry))),
    ),
    gone: entries(exported.filter((entry) => !lines.some((line) => isSame(line, entry)))),
    added: entries(due.filter((entry) => !exported.some((line) => isSame(line, entry)))),
  };
}

function describeChanges({ email, deducted, gone, added }: Changes & { email: string }) {
  const count = ({ count }: Entries) => `${count} ${count === 1 ? "entry" : "entries"}`;
  const sum = ({ amountPaise }: Entries) => formatPaise(amountPaise);
  return [
    {
      of: deducted,
      label: "Next payout",
      text: `${email}: ${count(deducted)} of the export, ${sum(deducted)}, taken back since. The bank has sent it, so the next payout is reduced by ${sum(deducted)}. If the file is not with the bank yet, go back and export again.`,
    },
    {
      of: gone,
      label: "Left out",
      text: `${email}: ${count(gone)} of the export, ${sum(gone)}, marked as paid before.`,
    },
    {
      of: added,
      label: "Stays due",
      text: `${email}: ${count(added)} since the export, ${sum(added)}.`,
    },
  ].flatMap(({ of, ...line }) => (of.count === 0 ? [] : [line]));
}

/** Records a transfer that the bank returned. */
export const recordReturn = action(contract.returnPayout, {
  lock: async ({ tx, id }) => await lockReturnable(tx, id),
  async plan({ tx, subject: payout, now }) {
    const { id, interviewerId, email, amountPaise, reference } = payout;
    const { duePaise } = await findDueOf(tx, interviewerId);
    const details = await findUsableDetails(tx, [interviewerId], now);
    const account = details.get(interviewerId)?.account ?? null;
    return {
      // What the payout contains is no longer paid, so its sum is due in addition, also where an earning was taken back.
      data: { id, email, amountPaise, duePaise: duePaise + amountPaise, reference, account },
      typed: amountToType(amountPaise),
      beneficiaries: [interviewerId],
    };
  },
  describe: ({ email, amountPaise, duePaise, reference, account }) => [
    { label: "Payout", text: `${formatPaise(amountPaise)} to ${email} did not arrive.` },
    { label: "Reference", text: reference },
    {
      label: "Then",
      text:
        duePaise > 0
          ? `${formatPaise(duePaise)} is due to them, with the next payout.`
          : "Nothing is due to them, because earnings that were paid were taken back.",
    },
    {
      label: "Next account",
      text:
        account === null
          ? "There are no payout details that can be used yet."
          : `The next payout goes to ${account}, unless they change it.`,
    },
    {
      label: "Emails",
      text: "The interviewer is asked to check the payout details, and reads your reason.",
    },
  ],
  async run({ deps, tx, subject: payout, now }, { actor, reason }) {
    await returnPayoutInTransaction(deps, tx, payout, { actor, reason, now });
    const { duePaise } = await findDueOf(tx, payout.interviewerId);
    return { msg: `${duePaise > 0 ? formatPaise(duePaise) : "Nothing"} is due to ${payout.email} now.` };
  },
});
