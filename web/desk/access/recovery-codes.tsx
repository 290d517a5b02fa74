import { Button } from "../../ui/button.tsx";
import { useCopyToClipboard } from "../../ui/hooks.ts";
import { StatusMessage } from "../../ui/status.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** 1 while the desk is set up, when the codes are the whole page. */
  headingLevel?: 1 | 2;
  doneLabel: string;
  onDone: () => unknown;
}

/** New recovery codes, which the server never shows again. */
export function RecoveryCodes({ codes, headingLevel = 2, doneLabel, onDone }: RecoveryCodesProps) {
  const Heading = `h${headingLevel}` as const;
  const { copied, copy } = useCopyToClipboard(codes.join("\n"));
  return (
    <>
      <Heading className="text-2xl">Save your recovery codes</Heading>
      <p className="mb-4 mt-1.5 text-ink-2">
        Each opens the desk once if you lose your phone. Keep them in your password manager. They are not
        shown again.
      </p>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 rounded-md bg-sunk p-4 font-mono xs:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <StatusMessage
        className="mt-3"
        message={copied === null ? null : copied ? "Copied." : "This browser did not allow copying."}
        tone={copied === true ? "good" : "bad"}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="quiet" onClick={copy}>
          Copy the codes
        </Button>
        <Button onClick={() => void onDone()}>{doneLabel}</Button>
      </div>
    </>
  );
}
