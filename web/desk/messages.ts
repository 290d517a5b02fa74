import { networkMessages } from "../api/client.ts";

const network = networkMessages.checkConnection;

/** Messages for calls that fail without a message from the server. */
export const operatorMessages = {
  access: { failed: "❌ The operator's desk could not be opened.", network },
  load: { failed: "❌ This could not be loaded.", network },
  action: { failed: "❌ This was not done.", network },
} as const;
