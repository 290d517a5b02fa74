// `ui` shows names of zones, too, but may import the contract only through `format`.
export { timeZoneLabel } from "@greenroom/contract/kernel/time-zones.ts";
