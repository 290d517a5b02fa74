import { AppError } from "../../kernel/errors.ts";
import { type Gift, lockGift, takeBackGift } from "../../money/credits/credits.ts";
import { formatSessionCount } from "../../money/payments/rules.ts";
import { findBalance } from "../../people/accounts/profile.ts";
import type { Action } from "../bind-action.ts";
import { getAccount } from "./get-account.ts";

/** "1 of 2 is used or booked and stays." Empty when nothing is used. */
function usedText({ sessions, left }: Gift): string {
  const used = sessions - left.length;
  return used === 0
    ? ""
    : `${used} of ${sessions} ${used === 1 ? "is" : "are"} used or booked and ${used === 1 ? "stays" : "stay"}.`;
}

/** Takes back the granted sessions that are left. This is the undo of granting them. */
export const takeBack: Action<Gift, Record<string, never>> = {
  lock: lockGift,
  async describe({ tx, subject: gift }) {
    const person = await getAccount(tx, gift.userId);
    if (person.deletedAt !== null) throw new AppError("conflict", { msg: "This account is deleted." });
    const count = gift.left.length;
    if (count === 0) {
      throw new AppError("conflict", {
        msg: "No sessions are left to take back: each was used, booked or already taken back.",
      });
    }
    const balance = await findBalance(tx, gift.userId);
    const used = usedText(gift);
    return {
      lines: [
        {
          label: "Sessions",
          text: `${formatSessionCount(count)} ${count === 1 ? "is" : "are"} taken back from ${person.email}: ${balance} left before, ${balance - count} after.`,
        },
        ...(used === "" ? [] : [{ label: "Used", text: used }]),
        { label: "Shown to them", text: "They see your reason in their list of sessions." },
      ],
      state: [gift.lotId, ...gift.left.map(({ id }) => id)],
      beneficiaries: [],
    };
  },
  async perform({ tx, actor: { userId }, subject: gift, now }, reason) {
    const { balance } = await takeBackGift(tx, gift, { actor: { userId }, reason, now });
    const count = gift.left.length;
    const done = `${formatSessionCount(count)} ${count === 1 ? "is" : "are"} taken back.`;
    return [done, usedText(gift), `The person has ${balance} now.`].filter((part) => part !== "").join(" ");
  },
};
