import { getAnswer, type PracticeAnswer, tickCriteria } from "@greenroom/contract/practice/rounds.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call } from "../../../api/client.ts";
import { errorMessage } from "../../../api/errors.ts";
import { queryKeyFor } from "../../../api/query-client.ts";
import { formatInline } from "../../../room/own-questions/question-text.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { practiceMessages } from "../messages.ts";

/** The criteria of a question, which the candidate ticks. This is self-assessment, not a score. */
export function CriteriaTicks({ answer }: { answer: PracticeAnswer }) {
  const queryClient = useQueryClient();
  const [ticks, setTicks] = useState<readonly number[]>(answer.ticks);
  const saved = useRef(ticks);
  /** The user's last choice. The answer to an earlier choice does not change the boxes. */
  const latest = useRef(ticks);
  const save = useMutation({
    mutationFn: (chosen: readonly number[]) =>
      call(tickCriteria, { params: { id: answer.id }, body: { ticks: [...chosen] } }),
    // Runs one at a time, so that the last choice wins.
    scope: { id: `ticks ${answer.id}` },
    onError: (_, chosen) => {
      if (chosen === latest.current) show(saved.current);
    },
    onSuccess: (_, chosen) => {
      saved.current = chosen;
      return queryClient.invalidateQueries({ queryKey: queryKeyFor(getAnswer) });
    },
  });
  const show = (chosen: readonly number[]) => {
    latest.current = chosen;
    setTicks(chosen);
  };
  const criteria = answer.key?.criteria ?? [];
  const toggle = (place: number, isTicked: boolean) => {
    const chosen = isTicked ? [...ticks, place] : ticks.filter((each) => each !== place);
    show(chosen);
    save.mutate(chosen);
  };
  return (
    <Card className="grid content-start gap-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-xl">Did you say it?</h2>
        <Pill dot={false} status="ready">
          {ticks.length} of {criteria.length}
        </Pill>
      </div>
      <ul className="grid">
        {criteria.map(({ name, one, three, five }, place) => (
          <li key={name} className="border-t border-line py-2 first:border-t-0">
            <Checkbox
              label={<span className="font-semibold">{name}</span>}
              checked={ticks.includes(place)}
              onChange={(event) => toggle(place, event.target.checked)}
            />
            <p className="ml-8 text-sm">{formatInline(five)}</p>
            <details className="ml-8 text-sm text-ink-2">
              <summary className="min-h-9 cursor-pointer py-1.5">Weaker answers</summary>
              <p>A weak one: {formatInline(one)}</p>
              <p>A fair one: {formatInline(three)}</p>
            </details>
          </li>
        ))}
      </ul>
      <StatusMessage message={save.error && errorMessage(save.error, practiceMessages.answer)} tone="bad" />
    </Card>
  );
}
