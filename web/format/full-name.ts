export { fullName } from "@greenroom/contract/core/full-name.ts";
