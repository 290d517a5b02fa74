// `ui` names zones, too, and reaches the contract through `format` only.
export { timeZoneLabel } from "@greenroom/contract/core/time-zones.ts";
