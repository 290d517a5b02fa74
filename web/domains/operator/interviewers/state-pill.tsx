import type { ApplicationState } from "@greenroom/contract/operator/applications.ts";
import { Pill } from "../../../ui/status/pill.tsx";
import type { LightStatus } from "../../../ui/status/status-light.tsx";

export const stateTexts: Record<ApplicationState, { label: string; status: LightStatus }> = {
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
