import { StillSending } from "../../ui/status/still-sending.tsx";

interface UploadProgressProps {
  name: string;
  /** 0 to 1. */
  progress: number;
}

export function UploadProgress({ name, progress }: UploadProgressProps) {
  const percent = Math.round(progress * 100);
  return (
    <div className="grid gap-2 rounded-md border border-line bg-sunk px-5 py-6">
      <p className="break-all font-semibold">{name}</p>
      <div
        role="progressbar"
        aria-label={`Uploading ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-green" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-sm text-ink-2 tabular">
        {percent < 100 ? `${percent}% sent` : "Sent. The file is being checked…"}
      </p>
      <StillSending
        pending
        sent={percent}
        {...(percent < 100
          ? {}
          : { message: "Still checking… This is taking longer than usual. Keep this page open." })}
      />
    </div>
  );
}
