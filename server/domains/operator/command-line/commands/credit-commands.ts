import { giveCredits } from "../../../credits/give-credits.ts";
import { formatSessionCount } from "../../../payments/rules.ts";
import type { CommandGroup } from "../command.ts";
import { getUserByEmail } from "../get-user.ts";
import { readEmail, readReason, readWholeNumber } from "../read-input.ts";

export const creditCommands: CommandGroup = {
  "credits grant": {
    usage: 'credits grant <email> --sessions <n> --reason "…" --yes',
    summary: "give sessions that nobody paid for",
    options: ["sessions", "reason"],
    confirmation: "This gives sessions away.",
    async run(deps, input) {
      const email = readEmail(input, "credits grant");
      const sessions = readWholeNumber(input.options.sessions, "--sessions", { min: 1, max: 100 });
      const reason = readReason(input);
      const user = await getUserByEmail(deps.database, email);
      const { balance } = await giveCredits(deps, { user, sessions, reason, actor: "command line" });
      return { msg: `${email} has ${formatSessionCount(sessions)} more, ${balance} in all.` };
    },
  },
};
