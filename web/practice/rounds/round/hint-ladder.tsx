import { openHint, type PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import { useMutation } from "@tanstack/react-query";
import { Lightbulb, Lock } from "lucide-react";
import { callOnce } from "../../../api/call-once.ts";
import { errorMessage } from "../../../api/errors.ts";
import { formatClock } from "../../../format/format-time.ts";
import { formatInline } from "../../../room/own-questions/question-text.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { practiceMessages } from "../messages.ts";

interface HintLadderProps {
  answer: PracticeAnswer;
  /** On the server's clock. */
  now: Date;
  onChange: (answer: PracticeAnswer) => void;
}

/** The open hints, and the next one with the time until it opens. */
export function HintLadder({ answer, now, onChange }: HintLadderProps) {
  const { opened, total, nextOpensAt } = answer.hints;
  const open = useMutation({
    mutationFn: () => callOnce(openHint, { params: { id: answer.id } }, opened.length),
    onSuccess: onChange,
  });
  const waitSeconds = nextOpensAt === null ? 0 : Math.ceil((Date.parse(nextOpensAt) - now.getTime()) / 1000);
  return (
    <section aria-labelledby="hints-title" className="grid gap-2">
      <h2 id="hints-title" className="flex items-center gap-2 font-text text-sm font-semibold">
        <Lightbulb aria-hidden="true" className="size-4" />
        Hints
        <span className="font-normal text-ink-2">
          {opened.length} of {total} used
        </span>
      </h2>
      <ol className="grid gap-2" aria-live="polite">
        {opened.map(({ text }) => (
          <li key={text} className="border-l-2 border-accent pl-3 text-sm">
            {formatInline(text)}
          </li>
        ))}
      </ol>
      {nextOpensAt !== null &&
        (waitSeconds > 0 ? (
          <p className="flex items-center gap-2 text-sm text-ink-2 tabular">
            <Lock aria-hidden="true" className="size-3.5" />
            Hint {opened.length + 1} opens in {formatClock(waitSeconds)}
          </p>
        ) : (
          <Button
            size="sm"
            variant="quiet"
            className="justify-self-start"
            pending={open.isPending}
            pendingLabel="Opening the hint…"
            onClick={() => open.mutate()}
          >
            Open hint {opened.length + 1}
          </Button>
        ))}
      <StatusMessage message={open.error && errorMessage(open.error, practiceMessages.hint)} tone="bad" />
    </section>
  );
}
