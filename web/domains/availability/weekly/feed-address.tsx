import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { useCopy } from "../../../ui/use-copy.ts";

/** The address, this once, to be copied. */
export function FeedAddress({ url }: { url: string }) {
  const { copied, copy } = useCopy(url);
  const said = copied
    ? "✅ Copied."
    : "The browser does not let us copy. Select the address and copy it yourself.";
  return (
    <div className="grid gap-2">
      <Field label="Your private address" hint="Shown this once: paste it into your calendar program now.">
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
          Copy address
        </Button>
      </div>
      <StatusMessage message={copied === null ? null : said} />
    </div>
  );
}
