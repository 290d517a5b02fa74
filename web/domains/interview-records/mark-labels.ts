import type { MarkLabel } from "@greenroom/contract/rooms/room-record.ts";

export const markLabelTexts: Record<MarkLabel, string> = { good: "Good", come_back: "Come back to this" };
