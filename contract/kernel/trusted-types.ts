/** The policies that our pages create; the browser refuses every other one, and a second one of the same name. */
export const trustedTypesPolicies = {
  /** For strings that reach the page without another policy: only what can neither run nor become an element. */
  default: "default",
  checkout: "greenroom-checkout",
  worker: "greenroom-worker",
} as const;

export type TrustedTypesPolicyName = (typeof trustedTypesPolicies)[keyof typeof trustedTypesPolicies];

/** The page without an origin in which code runs. */
export const codeSandboxPath = "/code-sandbox";
