import { giveCredits } from "../../../credits/give-credits.ts";
import { formatSessionCount } from "../../../payments/rules.ts";
import type { Commands } from "../command.ts";
import { getUserByEmail } from "../list-users.ts";
import { readEmail, readReason, wholeNumberReader } from "../read-input.ts";

export function addCreditCommands({ add, plan }: Commands): void {
  add("credits grant", "give sessions that nobody paid for", { confirmation: "This gives sessions away." })
    .argument("<email>", "the person who gets them", readEmail)
    .requiredOption("--sessions <n>", "how many", wholeNumberReader("--sessions", { min: 1, max: 100 }))
    .requiredOption("--reason <text>", "why; the person reads it", readReason)
    .action((email, { sessions, reason }) =>
      plan(async (deps) => {
        const user = await getUserByEmail(deps.database, email);
        const { balance } = await giveCredits(deps, { user, sessions, reason, actor: "command line" });
        return { msg: `${email} has ${formatSessionCount(sessions)} more, ${balance} in all.` };
      }),
    );
}
