import { useState } from "react";
import { pageMeta } from "../../app/page-meta.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeader } from "../../ui/content.tsx";
import { Card } from "../../ui/panels.tsx";
import { OwnQuestionForm, OwnQuestionList } from "../questions/own-question-form.tsx";

export const meta = () => pageMeta("Questions");

/** The interviewer's own questions, to write between interviews. */
export default function OwnQuestionsPage() {
  /** Null shows the list; an empty id, a new question. */
  const [editedId, setEditedId] = useState<string | null>(null);
  const close = () => setEditedId(null);
  return (
    <>
      <PageHeader
        title="Your Questions"
        detail="Only you see them, until you show one in an interview. The question bank opens in the room, ten minutes before an interview starts."
        aside={editedId === null && <Button onClick={() => setEditedId("")}>Write a question</Button>}
      />
      {editedId === null ? (
        <OwnQuestionList onEdit={setEditedId} onWrite={() => setEditedId("")} />
      ) : (
        <Card>
          <OwnQuestionForm questionId={editedId === "" ? null : editedId} onSaved={close} onCancel={close} />
        </Card>
      )}
    </>
  );
}
