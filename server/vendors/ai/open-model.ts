import type { AiSettings } from "../../kernel/config/provider-settings.ts";
import { anthropicMessages } from "./anthropic-messages.ts";
import { openaiChat } from "./openai-chat.ts";
import type { TextModel } from "./port.ts";

/** Opens the configured model with its own API dialect. Makes no call. */
export function openModel(settings: AiSettings): TextModel {
  return settings.dialect === "anthropic" ? anthropicMessages(settings) : openaiChat(settings);
}
