import { trackLabels } from "@greenroom/contract/review/rubrics/tracks.ts";
import { getRoomRecord } from "@greenroom/contract/room/room-record.ts";
import { type Track, trackNames } from "@greenroom/contract/schedule/goals/tracks.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { queryOptionsFor } from "../../../../api/query-client.ts";
import { SelectField } from "../../../../forms/select-field.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import type { Answers } from "../answers.ts";
import { changedRoleText, changeRole, type EarlierScores } from "./change-role.ts";

interface Said {
  text: string;
  /** The role that Undo chooses again. */
  before: Track;
}

/** The role, by which the areas and the sentences of their scores differ. Says what a change does to the answers. */
export function RoleField({ bookingId }: { bookingId: string }) {
  const form = useFormContext<Answers>();
  const { data: record } = useQuery(queryOptionsFor(getRoomRecord, { params: { id: bookingId } }));
  const track = useWatch({ control: form.control, name: "track" });
  const earlier = useRef<EarlierScores>(new Map());
  const [said, setSaid] = useState<Said | null>(null);

  function change(to: Track) {
    if (to === track) return;
    const from = { track, areas: form.getValues("areas") };
    const changed = changeRole({ from, to, record, earlier: earlier.current });
    earlier.current = changed.earlier;
    form.setValue("track", to, { shouldDirty: true });
    for (const [index, { score, notes }] of changed.areas.entries()) {
      form.setValue(`areas.${index}.score`, score as number);
      form.setValue(`areas.${index}.notes`, notes);
    }
    // Errors name the areas of the role before.
    form.clearErrors("areas");
    const text = changedRoleText(changed);
    setSaid(text === "" ? null : { text, before: track });
  }

  function undo(before: Track) {
    change(before);
    setSaid(null);
    // The button that was clicked is gone.
    form.setFocus("track");
  }

  return (
    <div className="grid gap-2">
      <SelectField name="track" label="Role" rules={{ onChange: () => change(form.getValues("track")) }}>
        {trackNames.map((name) => (
          <option key={name} value={name}>
            {trackLabels[name]}
          </option>
        ))}
      </SelectField>
      <div role="status" className="empty:absolute">
        {said !== null && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-sm border border-accent-line bg-accent-tint px-4 py-2 text-sm">
            <p className="min-w-0 flex-1 basis-60">{said.text}</p>
            <Button variant="quiet" size="sm" onClick={() => undo(said.before)}>
              Undo<span className="sr-only"> the change of role</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
