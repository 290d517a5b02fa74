import { type QuestionTopic, questionTopicNames } from "@greenroom/contract/kernel/topics.ts";
import { type RoundMinutes, roundMinutes } from "@greenroom/contract/practice/rounds.ts";
import {
  type QuestionChoice,
  type QuestionLevel,
  type QuestionRole,
  questionLevelNames,
} from "@greenroom/contract/room/questions.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { callOnce } from "../../api/calls.ts";
import { errorMessage } from "../../api/client.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { paths } from "../../paths.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { SegmentedControl } from "../../ui/content.tsx";
import { Checkbox, Field, Options, Select } from "../../ui/fields.tsx";
import { useOneAtATime } from "../../ui/hooks.ts";
import { Card } from "../../ui/panels.tsx";
import { StatusMessage } from "../../ui/status.tsx";
import { practiceMessages } from "./messages.ts";
import { useStoredChoice } from "./stored-text.tsx";

interface StartRoundProps {
  role: QuestionRole;
  /** The level and topic of the person's latest goal are chosen at first. */
  goal?: Pick<QuestionChoice, "level" | "topic">;
  /** The first question of the round, such as one from a plan. */
  questionId: string | null;
  /** Its title, where the page before this one knew it. */
  questionTitle?: string | null;
  /** The round in progress, if any. */
  openRoundId: string | null;
  /** The language model that can take part; null without one. */
  model: string | null;
}

const noGoal = { level: null, topic: null };
const minuteOptions = roundMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }));

/** Chooses the level, topic and length of a round and starts it. */
export function StartRound({
  role,
  goal = noGoal,
  questionId,
  questionTitle = null,
  openRoundId,
  model,
}: StartRoundProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  // A language model takes part until this person declines, so that they need not decline it again before each round.
  const [modelChoice, chooseModel] = useStoredChoice("greenroom.practice-model");
  const usesModel = modelChoice !== "declined";
  // Undefined until this person chooses.
  const [chosenLevel, setLevel] = useState<QuestionLevel | null>();
  const [chosenTopic, setTopic] = useState<QuestionTopic | null>();
  // A round that begins with a named question goes on with any.
  const level = questionId === null ? (chosenLevel === undefined ? goal.level : chosenLevel) : null;
  const topic = questionId === null ? (chosenTopic === undefined ? goal.topic : chosenTopic) : null;
  const isFromGoal =
    (chosenLevel === undefined && level !== null) || (chosenTopic === undefined && topic !== null);
  const [minutes, setMinutes] = useState<RoundMinutes>(15);
  // A person who comes back here, such as after the round whose start was not confirmed, wants another round.
  const [visit] = useState(() => crypto.randomUUID());
  const oneAtATime = useOneAtATime();
  const start = useMutation({
    mutationFn: () =>
      callOnce(
        "POST /api/practice/rounds",
        {
          body: {
            role,
            minutes,
            // Until the choice is shown, nobody has agreed to it.
            usesModel: usesModel && model !== null,
            ...(questionId !== null && { questionId }),
            ...(level !== null && { level }),
            ...(topic !== null && { topic }),
          },
        },
        [visit, openRoundId],
      ),
    onSuccess: (round) => {
      queryClient.setQueryData(
        queryOptionsFor("GET /api/practice/rounds/:id", { params: { id: round.id } }).queryKey,
        round,
      );
      navigate(paths.practiceRound(round.id));
    },
  });
  return (
    <Card className="grid gap-4">
      <div>
        <h2 className="text-xl">Practice alone</h2>
        <p className="mt-1 max-w-2xl text-ink-2">
          {questionId === null
            ? "A question at a time: explain your approach, defend it, write the code. Afterwards you compare your answer with a model answer."
            : `This round begins with ${questionTitle === null ? "the question that you chose" : `“${questionTitle}”`} and goes on with questions for the same role.`}
        </p>
      </div>
      {questionId === null && (
        <div className="grid gap-x-4 gap-y-3 sm:max-w-xl sm:grid-cols-2">
          <Choice
            label="Level"
            any="Any level"
            names={questionLevelNames}
            value={level}
            onChange={setLevel}
          />
          <Choice
            label="Topic"
            any="Any topic"
            names={questionTopicNames}
            value={topic}
            onChange={setTopic}
          />
          {isFromGoal && (
            <p className="text-sm text-ink-2 sm:col-span-2">
              Chosen from the goal of your latest interview. You can change it.
            </p>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <SegmentedControl
          label="Length of the round"
          options={minuteOptions}
          value={String(minutes)}
          onChange={(value) => setMinutes(roundMinutes.find((each) => String(each) === value) ?? 15)}
        />
        <Button
          pending={start.isPending}
          pendingLabel="Starting…"
          onClick={() => oneAtATime(() => start.mutateAsync().catch(() => undefined))}
        >
          Start
        </Button>
        {openRoundId !== null && (
          <Link to={paths.practiceRound(openRoundId)} className={buttonClass({ variant: "accent" })}>
            Continue the open round
          </Link>
        )}
      </div>
      {model !== null && (
        <Checkbox
          label={`Follow-ups and a report by a language model (${model}). Its provider gets your answers and code.`}
          checked={usesModel}
          onChange={(event) => chooseModel(event.target.checked ? "accepted" : "declined")}
        />
      )}
      {openRoundId !== null && <p className="text-sm text-ink-2">Starting a new round ends the open one.</p>}
      <StatusMessage message={start.error && errorMessage(start.error, practiceMessages.start)} tone="bad" />
    </Card>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  /** The option that stands for null. */
  any: string;
  names: Record<Name, string>;
  value: Name | null;
  onChange: (chosen: Name | null) => void;
}

function Choice<Name extends string>({ label, any, names, value, onChange }: ChoiceProps<Name>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ""}
          onChange={({ target }) => onChange((target.value || null) as Name | null)}
        >
          <option value="">{any}</option>
          <Options values={Object.keys(names) as Name[]} text={(name) => names[name]} />
        </Select>
      )}
    </Field>
  );
}
