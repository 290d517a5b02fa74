import type { ApplicationState } from "@greenroom/contract/operator/applications.ts";
import type { CueStatus } from "../../../ui/status/cue-light.tsx";
import { Pill } from "../../../ui/status/pill.tsx";

export const stateTexts: Record<ApplicationState, { label: string; status: CueStatus }> = {
  received: { label: "New", status: "wait" },
  asked: { label: "Asked", status: "off" },
  trial: { label: "Trial", status: "off" },
  approved: { label: "Approved", status: "ready" },
  declined: { label: "Declined", status: "off" },
};

export function StatePill({ state }: { state: ApplicationState }) {
  const { label, status } = stateTexts[state];
  return <Pill status={status}>{label}</Pill>;
}
