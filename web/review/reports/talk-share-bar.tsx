/** Each person's share of the words. Hidden from screen readers, because the figure beside it says the same. */
export function TalkShareBar({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div aria-hidden="true" className="mt-4 max-w-md">
      <div className="flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-line">
        <span className="bg-green" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-ink-2 tabular">
        <span>You {percent}%</span>
        <span>Interviewer {100 - percent}%</span>
      </p>
    </div>
  );
}
