/**
 * The sandbox's key pair and webhook secret, derived from the server's secret so that they need no configuration.
 */
export interface SandboxKeys {
  /** Public, like Razorpay's `key_id`. */
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

export function sandboxKeys(hmac: (purpose: string, message: string) => Buffer): SandboxKeys {
  const derive = (name: string) => hmac("sandbox-payments", name).toString("hex");
  return {
    keyId: `sandbox_test_${derive("key-id").slice(0, 14)}`,
    keySecret: derive("key-secret"),
    webhookSecret: derive("webhook-secret"),
  };
}
