import {
  questionRoleNames,
  questionRolePlurals,
  questionRoles,
  questionsForGoal,
} from "@greenroom/contract/room/questions.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, PrefetchPageLinks, useLocation, useSearchParams } from "react-router";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { pageMeta } from "../../app/page-meta.ts";
import { paths } from "../../paths.ts";
import { lastGoal } from "../../schedule/goals/goal-list.tsx";
import { useUser } from "../../session/session.tsx";
import { PageHeader, SegmentedControl } from "../../ui/content.tsx";
import { Field, Options, Select } from "../../ui/fields.tsx";
import { DrillList } from "../drills/drill-list.tsx";
import { AnswerList } from "../rounds/answer-list.tsx";
import { StartRound } from "../rounds/start-round.tsx";
import { useStoredChoice } from "../rounds/stored-text.tsx";

const title = "Practice";
/** How many of the newest answers are listed here; the rest are on their own page. */
const shownAnswers = 3;
const roleOptions = questionRoles.map((value) => ({ value, label: questionRoleNames[value] }));

export const meta = () => pageMeta(title);

export default function PracticeHub() {
  const user = useUser();
  const bookings = useQuery({
    ...queryOptionsFor("GET /api/user/bookings"),
    enabled: user.role === "interviewee",
  });
  const goal = questionsForGoal(lastGoal(bookings.data ?? []));
  const [chosenRole, setRole] = useStoredChoice("greenroom.practice-role");
  const role = questionRoles.find((name) => name === chosenRole) ?? goal.role ?? "ml-engineer";
  const [search] = useSearchParams();
  const { state } = useLocation();
  const history = useQuery({ ...queryOptionsFor("GET /api/practice/answers"), staleTime: 0 });
  const answers = history.data?.answers ?? [];
  return (
    <>
      {/* The first question must appear at once, also on a slow network, so its page is there before Start is pressed. */}
      <PrefetchPageLinks page={paths.practiceRound("next")} />
      <PageHeader
        title={title}
        detail="Rounds and drills for your role. Free, and no interviewer sees them."
      />
      <div className="grid gap-8">
        <div className="max-sm:hidden">
          <SegmentedControl label="Role" options={roleOptions} value={role} onChange={setRole} />
        </div>
        <div className="sm:hidden">
          <Field label="Role">
            {(control) => (
              <Select {...control} value={role} onChange={({ target }) => setRole(target.value)}>
                <Options values={questionRoles} text={(name) => questionRoleNames[name]} />
              </Select>
            )}
          </Field>
        </div>
        <StartRound
          role={role}
          goal={goal}
          questionId={search.get("question")}
          questionTitle={typeof state?.questionTitle === "string" ? state.questionTitle : null}
          openRoundId={history.data?.openRoundId ?? null}
          model={history.data?.model ?? null}
        />
        <section aria-labelledby="drills-title" className="grid gap-3">
          <h2 id="drills-title" className="text-xl">
            Drills for {questionRolePlurals[role]}
          </h2>
          <DrillList role={role} />
        </section>
        {answers.length > 0 && (
          <section aria-labelledby="answers-title" className="grid gap-3">
            <div className="flex flex-wrap items-baseline justify-between gap-3">
              <h2 id="answers-title" className="text-xl">
                Your latest answers
              </h2>
              <Link to={paths.practiceHistory} className="link text-sm">
                All answers
              </Link>
            </div>
            <AnswerList answers={answers.slice(0, shownAnswers)} />
          </section>
        )}
      </div>
    </>
  );
}
