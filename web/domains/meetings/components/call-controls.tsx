import clsx from "clsx";
import {
  Columns2,
  LogOut,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  RectangleHorizontal,
  Settings2,
  Video,
  VideoOff,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "../../../paths.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Modal } from "../../../ui/modal.tsx";
import { useSession } from "../../accounts/session.tsx";
import type { LocalMedia } from "../local-media.ts";
import { useLocalMedia } from "../use-local-media.ts";
import { DeviceHelp } from "./device-help.tsx";
import { DevicePickers } from "./device-pickers.tsx";
import { SpeakerTest } from "./speaker-test.tsx";

export type CallLayout = "speaker" | "side-by-side";

interface CallControlsProps {
  media: LocalMedia;
  layout: CallLayout;
  onLayout: (layout: CallLayout) => void;
  /** The devices' dialog is open. */
  isChoosing: boolean;
  onChoosing: (isChoosing: boolean) => void;
  /** How the interviewer ends the session for both. */
  endNow: ReactNode;
}

/** The round buttons at the foot of the room. */
export function CallControls({ media, layout, onLayout, isChoosing, onChoosing, endNow }: CallControlsProps) {
  const { microphone, camera, isSharing, canShare } = useLocalMedia(media);
  const isSpeaker = layout === "speaker";
  const { user } = useSession();
  // To where the way back in stands: leaving is easily undone.
  const wayOut = user?.role === "interviewer" ? paths.calendar : paths.mySessions;
  return (
    <div className="flex flex-wrap items-center justify-center gap-1.5 lg:gap-3">
      <RoundButton
        name={microphone === "on" ? "Mute microphone" : "Unmute microphone"}
        word={microphone === "on" ? "Mute" : "Unmute"}
        isOff={microphone !== "on"}
        onClick={() => media.toggle("microphone")}
      >
        {microphone === "on" ? <Mic /> : <MicOff />}
      </RoundButton>
      <RoundButton
        name={camera === "on" ? "Turn camera off" : "Turn camera on"}
        word="Camera"
        isOff={camera !== "on"}
        onClick={() => media.toggle("camera")}
      >
        {camera === "on" ? <Video /> : <VideoOff />}
      </RoundButton>
      {canShare && (
        <RoundButton
          name={isSharing ? "Stop sharing the screen" : "Share the screen"}
          word={isSharing ? "Stop sharing" : "Share"}
          isOn={isSharing}
          onClick={() => (isSharing ? media.stopSharing() : void media.share())}
        >
          {isSharing ? <MonitorX /> : <MonitorUp />}
        </RoundButton>
      )}
      <RoundButton
        name={isSpeaker ? "Show side by side" : "Show the speaker large"}
        word={isSpeaker ? "Side by side" : "Speaker"}
        onClick={() => onLayout(isSpeaker ? "side-by-side" : "speaker")}
      >
        {isSpeaker ? <Columns2 /> : <RectangleHorizontal />}
      </RoundButton>
      <RoundButton name="Devices" word="Devices" onClick={() => onChoosing(true)}>
        <Settings2 />
      </RoundButton>
      <Modal open={isChoosing} title="Devices" onClose={() => onChoosing(false)}>
        <DeviceHelp kind="camera" state={camera} />
        <DeviceHelp kind="microphone" state={microphone} />
        <div className="grid gap-5 pt-2">
          <DevicePickers media={media} />
          <SpeakerTest media={media} />
        </div>
      </Modal>
      {endNow}
      {/* The pictures' red is the light scheme's, and stands out best on the dark stage. */}
      <span data-theme="light">
        <Link
          to={wayOut}
          className={buttonClass({ look: "danger", className: "max-lg:size-11 max-lg:!px-0 lg:min-w-24" })}
        >
          <LogOut aria-hidden="true" className="size-5 lg:hidden" />
          <span className="max-lg:sr-only">Leave</span>
        </Link>
      </span>
    </div>
  );
}

interface RoundButtonProps {
  name: string;
  /** Of the name, what stands beside the picture where there is room. */
  word: string;
  onClick: () => void;
  isOff?: boolean;
  isOn?: boolean;
  children: ReactNode;
}

function RoundButton({ name, word, onClick, isOff = false, isOn = false, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onClick}
      className={clsx(
        "flex size-11 shrink-0 items-center justify-center gap-2 rounded-full border text-sm font-semibold transition-colors lg:h-12 lg:w-auto lg:px-4 [&>svg]:size-5",
        isOff && "border-red-line bg-red-tint text-red",
        isOn && "border-transparent bg-spot text-on-spot",
        !isOff && !isOn && "border-stage-line bg-sunk text-on-stage hover:border-edge",
      )}
    >
      {children}
      <span className="max-lg:sr-only">{word}</span>
    </button>
  );
}
