import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { useCopyToClipboard } from "../../../ui/hooks/use-copy-to-clipboard.ts";
import { StatusMessage } from "../../../ui/status/status-message.tsx";

/** The new address, to copy while it is shown this once. */
export function FeedAddress({ url }: { url: string }) {
  const { copied, copy } = useCopyToClipboard(url);
  const copyMessage = copied
    ? "✅ Copied."
    : "Your browser didn't allow copying. Select the link and copy it yourself.";
  return (
    <div className="grid gap-2">
      <Field label="Your private link" hint="We show it only once: paste it into your calendar app now.">
        {(control) => (
          <TextInput
            {...control}
            value={url}
            readOnly
            onFocus={(event) => event.target.select()}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <div>
        <Button size="sm" onClick={copy}>
          Copy link
        </Button>
      </div>
      <StatusMessage message={copied === null ? null : copyMessage} tone={copied ? "good" : "wait"} />
    </div>
  );
}
