import { type TrustedTypesPolicyName, trustedTypesPolicies } from "@greenroom/contract/site/trusted-types.ts";

interface PolicyOptions {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    /** TypeScript has no types for it yet, and some browsers do not have it. */
    trustedTypes?: { createPolicy(name: string, options: PolicyOptions): PolicyOptions };
  }
}

/**
 * Runs before every other script of a page. The content-security policy refuses strings where they could become
 * elements or scripts, except what this policy returns: text without a tag (React writes structured data and styles in
 * this way), and the empty script element with which React creates every script.
 */
export const trustedTypesScript = `globalThis.trustedTypes?.createPolicy("${trustedTypesPolicies.default}",{createHTML:(text)=>text.includes("<")&&text!=="\\x3cscript>\\x3c/script>"?null:text});`;

const policies = new Map<TrustedTypesPolicyName, PolicyOptions>();

/**
 * The address of a script or worker, in the form in which the browser accepts it. Throws for an address that is not
 * allowed; `isAllowed` of the first call counts, because a page can create a policy only once.
 */
export function trustScriptUrl(
  name: TrustedTypesPolicyName,
  url: string,
  isAllowed: (url: string) => boolean,
): string {
  const policy = policies.get(name) ?? createPolicy(name, isAllowed);
  policies.set(name, policy);
  return policy.createScriptURL(url);
}

function createPolicy(name: TrustedTypesPolicyName, isAllowed: (url: string) => boolean): PolicyOptions {
  const options = {
    createScriptURL(url: string) {
      if (!isAllowed(url)) throw new TypeError(`${url} is no address of a script for ${name}`);
      return url;
    },
  };
  return window.trustedTypes?.createPolicy(name, options) ?? options;
}
