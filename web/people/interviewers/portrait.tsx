import clsx from "clsx";
import { Avatar } from "../../ui/display/avatar.tsx";

interface PortraitProps {
  name: string;
  photoUrl: string | null;
  className?: string | undefined;
}

/** A photo, or initials. Hidden from screen readers, because the name is beside it. */
export function Portrait({ name, photoUrl, className }: PortraitProps) {
  if (photoUrl === null) return <Avatar name={name} className={className} />;
  return (
    <img
      src={photoUrl}
      alt=""
      loading="lazy"
      className={clsx("shrink-0 rounded-full border border-line object-cover", className ?? "size-10")}
    />
  );
}
