import { trustedTypesPolicies } from "@greenroom/contract/kernel/trusted-types.ts";
import { makeEarlyCalls } from "./api/early-calls.ts";
import { openStorage, sessionOfTab, tokenKey } from "./session/session-store.ts";

/* Runs in the head of every page, before its other scripts and its first paint (root.tsx). */

// The content-security policy refuses strings where they could become elements or scripts, except what this policy
// returns: text without a tag (React writes structured data and styles in this way), and the empty script element with
// which React creates every script.
window.trustedTypes?.createPolicy(trustedTypesPolicies.default, {
  createHTML: (text) => (text.includes("<") && text !== "<script></script>" ? null : text),
});

// Keeps zod from testing whether it may compile strings to code, which our policy forbids and the browser would report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// The style sheet shows the header's links for this visitor, and no banner that was closed in this browser.
const { dataset } = document.documentElement;
const token = sessionOfTab.getItem(tokenKey);
if (token !== null) dataset.session = "";
// The pricing page keeps room for the time that was chosen.
if (new URLSearchParams(window.location.search).has("slot")) dataset.chosenSlot = "";
if (openStorage("localStorage").getItem("greenroom.advisory-dismissed") === "yes") dataset.advisory = "off";

if (token !== null) makeEarlyCalls(token);
