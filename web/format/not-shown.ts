/* For `ui`, which imports nothing from the contract. */
export { notShownInSeeAs } from "@greenroom/contract/desk/see-as-token.ts";
