import { readProviderUrl } from "./addresses.ts";
import type { EnvironmentReader } from "./environment.ts";

/** The configured meeting provider and its settings. */
export type MeetingSettings = { kind: "room" } | ZoomSettings;

export interface ZoomSettings {
  kind: "zoom";
  accountId: string;
  clientId: string;
  clientSecret: string;
  /** Users of the account, by id or email address, who host the meetings. */
  hosts: readonly string[];
  /** Meetings that one host may hold at the same time. */
  meetingsAtATime: number;
  /** Zoom's API and its token service, without a trailing slash. Tests set those of a local provider. */
  apiUrl: string;
  oauthUrl: string;
}

const names = [
  "GREENROOM_ZOOM_ACCOUNT_ID",
  "GREENROOM_ZOOM_CLIENT_ID",
  "GREENROOM_ZOOM_CLIENT_SECRET",
  "GREENROOM_ZOOM_HOSTS",
];

/**
 * Our own room, unless all four of Zoom's settings are set. Throws an Error with one sentence that names what
 * is missing or wrong.
 */
export function readMeetingSettings(read: EnvironmentReader): MeetingSettings {
  const [accountId, clientId, clientSecret, hosts] = names.map(read.text);
  const meetingsAtATime = read.integer("GREENROOM_ZOOM_MEETINGS_AT_A_TIME", { fallback: 1, min: 1, max: 2 });
  const apiUrl = read.text("GREENROOM_ZOOM_API_URL") ?? "https://api.zoom.us";
  const oauthUrl = read.text("GREENROOM_ZOOM_OAUTH_URL") ?? "https://zoom.us";
  if (!accountId && !clientId && !clientSecret && !hosts) return { kind: "room" };
  if (!accountId || !clientId || !clientSecret || !hosts) {
    const missing = names.find((name) => read.text(name) === null);
    throw new Error(`${missing} must be set together with the other settings of Zoom.`);
  }
  return {
    kind: "zoom",
    accountId,
    clientId,
    clientSecret,
    hosts: readHosts(hosts),
    meetingsAtATime,
    apiUrl: readProviderUrl("GREENROOM_ZOOM_API_URL", apiUrl).replace(/\/+$/, ""),
    oauthUrl: readProviderUrl("GREENROOM_ZOOM_OAUTH_URL", oauthUrl).replace(/\/+$/, ""),
  };
}

/** Removes duplicates: a host who is listed twice would get twice the meetings that they can hold. */
function readHosts(value: string): string[] {
  // An email address is the same in any case, but a user id is not.
  const hosts = value
    .split(",")
    .map((host) => (host.includes("@") ? host.trim().toLowerCase() : host.trim()));
  if (hosts.some((host) => host === "" || /\s/.test(host)) || new Set(hosts).size < hosts.length) {
    throw new Error(
      "GREENROOM_ZOOM_HOSTS must be users of the Zoom account, separated by commas, each of them once.",
    );
  }
  return hosts;
}
