import type { Deps } from "../kernel/deps.ts";
import { saveProfile } from "../people/interviewers/save-profile.ts";
import { addWeeklyRule } from "../schedule/availability/weekly/save-weekly-rule.ts";
import { type Actors, getDemoActor } from "./demo-people.ts";

/** The public profile of each demo interviewer. */
const profiles: Record<string, { headline: string; topics: string[] }> = {
  "interviewer@greenroom.example": {
    headline: "Staff ML engineer in ranking, ten years of hiring",
    topics: ["Recommenders", "ML system design", "Metrics"],
  },
  "arjun.rao@greenroom.example": {
    headline: "Data scientist for experiments and causal questions",
    topics: ["A/B testing", "Statistics", "SQL"],
  },
  "dev.patel@greenroom.example": {
    headline: "Applied scientist, language models in production",
    topics: ["LLMs", "Deep learning", "Python"],
  },
  "sana.khan@greenroom.example": {
    headline: "Engineering manager in computer vision",
    topics: ["Computer vision", "MLOps", "Behavioural"],
  },
};

/** Gives the demo's interviewers their headlines, and the first one a weekly rule. */
export async function saveDemoProfiles(deps: Deps, actors: Actors): Promise<void> {
  for (const [email, profile] of Object.entries(profiles))
    await saveProfile(deps, getDemoActor(actors, email), profile);
  const timeZone = deps.config.business.timeZone;
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(deps.clock.now());
  await addWeeklyRule(deps, getDemoActor(actors, "interviewer@greenroom.example"), {
    weekdays: [2, 4],
    windows: [{ from: "07:00", to: "08:30" }],
    timeZone,
    startsOn: today,
    endsOn: null,
    exceptions: [],
    minimumNoticeHours: 6,
    mostPerDay: 2,
  });
}
