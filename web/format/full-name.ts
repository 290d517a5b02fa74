export { fullName } from "@greenroom/contract/kernel/full-name.ts";
