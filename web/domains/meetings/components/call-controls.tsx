import clsx from "clsx";
import {
  Columns2,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  RectangleHorizontal,
  Video,
  VideoOff,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { useSession } from "../../accounts/session.tsx";
import type { LocalMedia } from "../local-media.ts";
import { useLocalMedia } from "../use-local-media.ts";

export type CallLayout = "speaker" | "side-by-side";

interface CallControlsProps {
  media: LocalMedia;
  layout: CallLayout;
  onLayout: (layout: CallLayout) => void;
  /** How the interviewer ends the session for both. */
  endNow: ReactNode;
}

/** The round buttons at the foot of the room. */
export function CallControls({ media, layout, onLayout, endNow }: CallControlsProps) {
  const { microphone, camera, isSharing, canShare } = useLocalMedia(media);
  const isSpeaker = layout === "speaker";
  const { user } = useSession();
  // To where the way back in stands: leaving is easily undone.
  const wayOut = user?.role === "interviewer" ? paths.calendar : paths.mySessions;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3">
      <RoundButton
        name={microphone === "on" ? "Mute microphone" : "Unmute microphone"}
        isOff={microphone !== "on"}
        onClick={() => media.toggle("microphone")}
      >
        {microphone === "on" ? <Mic /> : <MicOff />}
      </RoundButton>
      <RoundButton
        name={camera === "on" ? "Turn camera off" : "Turn camera on"}
        isOff={camera !== "on"}
        onClick={() => media.toggle("camera")}
      >
        {camera === "on" ? <Video /> : <VideoOff />}
      </RoundButton>
      {canShare && (
        <RoundButton
          name={isSharing ? "Stop sharing the screen" : "Share the screen"}
          isOn={isSharing}
          onClick={() => (isSharing ? media.stopSharing() : void media.share())}
        >
          {isSharing ? <MonitorX /> : <MonitorUp />}
        </RoundButton>
      )}
      <RoundButton
        name={isSpeaker ? "Show side by side" : "Show the speaker large"}
        onClick={() => onLayout(isSpeaker ? "side-by-side" : "speaker")}
      >
        {isSpeaker ? <Columns2 /> : <RectangleHorizontal />}
      </RoundButton>
      {endNow}
      {/* The pictures' red is the light scheme's, and stands out best on the dark stage. */}
      <span data-theme="light">
        <Link to={wayOut} className={buttonClass({ look: "danger", className: "min-w-24" })}>
          Leave
        </Link>
      </span>
    </div>
  );
}

interface RoundButtonProps {
  name: string;
  onClick: () => void;
  isOff?: boolean;
  isOn?: boolean;
  children: ReactNode;
}

function RoundButton({ name, onClick, isOff = false, isOn = false, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onClick}
      className={clsx(
        "grid size-12 place-items-center rounded-full border transition-colors [&>svg]:size-5",
        isOff && "border-red-line bg-red-tint text-red",
        isOn && "border-transparent bg-spot text-on-spot",
        !isOff && !isOn && "border-stage-line bg-sunk text-on-stage hover:border-edge",
      )}
    >
      {children}
    </button>
  );
}
