/* For `ui`, which imports nothing from the contract. */
export { notShownInSeeAs } from "@greenroom/contract/operator/see-as-token.ts";
