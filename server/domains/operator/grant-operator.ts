import { type GrantDeps, grantRight, type Right } from "./grant-right.ts";

const operatorRight: Right = {
  name: "operator",
  isHeldBy: ({ isOperator }) => isOperator,
  async giveTo(tx, { id }) {
    await tx.updateTable("users").set({ isOperator: true }).where("id", "=", id).execute();
  },
};

/** Gives an account the operator's flag. Throws `not_found`. */
export async function grantOperator(deps: GrantDeps, email: string): Promise<{ msg: string }> {
  return await grantRight(deps, operatorRight, email);
}
