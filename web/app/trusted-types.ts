import type { TrustedTypesPolicyName } from "@greenroom/contract/kernel/trusted-types.ts";

interface PolicyOptions {
  createScriptURL(url: string): string;
}

interface DefaultPolicyOptions {
  createHTML(text: string): string | null;
}

declare global {
  interface Window {
    /** TypeScript has no types for it yet, and some browsers do not have it. */
    trustedTypes?: {
      createPolicy<Options extends PolicyOptions | DefaultPolicyOptions>(
        name: string,
        options: Options,
      ): Options;
    };
  }
}

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
