import type { ApplicationState } from "@greenroom/contract/desk/applications.ts";
import { Pill } from "../../ui/content.tsx";
import type { LightStatus } from "../../ui/status.tsx";

export const applicationStateTexts: Record<ApplicationState, { label: string; status: LightStatus }> = {
  received: { label: "New", status: "wait" },
  asked: { label: "Asked", status: "off" },
  trial: { label: "Trial", status: "off" },
  approved: { label: "Approved", status: "ready" },
  declined: { label: "Declined", status: "off" },
};

export function ApplicationStatePill({ state }: { state: ApplicationState }) {
  const { label, status } = applicationStateTexts[state];
  return <Pill status={status}>{label}</Pill>;
}
