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
import { Link, useBlocker } from "react-router";
import { paths } from "../../paths.ts";
import { useSession } from "../../session/session.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog, Modal } from "../../ui/dialogs.tsx";
import { DeviceHelp, DevicePickers, SaveData, SpeakerTest } from "./device-check.tsx";
import { type LocalMedia, useLocalMedia } from "./local-media.ts";

export type CallLayout = "large" | "side-by-side";

/** A button with its label below its icon, or beside it where the height is scarce or the width plenty. */
export const labeledIconClass =
  "max-lg:min-h-12 max-lg:min-w-10 max-lg:!flex-col max-lg:!gap-0.5 max-lg:!rounded-md max-lg:!px-0.5 max-lg:!text-[0.6875rem] max-lg:leading-tight flat:!min-h-11 flat:!flex-row flat:!gap-1.5 flat:!rounded-full flat:!px-3 flat:!text-xs";

/** The same for a button without an icon. */
const endClass =
  "contents max-lg:[&>button]:min-h-12 max-lg:[&>button]:max-w-14 max-lg:[&>button]:rounded-md max-lg:[&>button]:px-1 max-lg:[&>button]:text-[0.6875rem] flat:[&>button]:min-h-11 flat:[&>button]:max-w-none flat:[&>button]:rounded-full flat:[&>button]:px-3 flat:[&>button]:text-xs";

interface CallControlsProps {
  media: LocalMedia;
  layout: CallLayout;
  onLayoutChange: (layout: CallLayout) => void;
  isDevicesOpen: boolean;
  onDevicesOpenChange: (isChoosing: boolean) => void;
  /** The button with which the interviewer ends the interview for both. */
  endButton: ReactNode;
  /** The button with which the interviewer marks a moment; null for the interviewee. */
  mark: ReactNode;
  /** The minutes that remain of a running interview; otherwise null. */
  minutesLeft: number | null;
}

/** The round buttons at the foot of the room. */
export function CallControls({
  media,
  layout,
  onLayoutChange,
  isDevicesOpen,
  onDevicesOpenChange,
  endButton,
  mark,
  minutesLeft,
}: CallControlsProps) {
  const { microphone, camera, isSharing, canShare } = useLocalMedia(media);
  const isLarge = layout === "large";
  return (
    <div className="flex flex-wrap items-center justify-center gap-1 lg:gap-3">
      <RoundButton
        label={microphone === "on" ? "Mute microphone" : "Unmute microphone"}
        shortLabel={microphone === "on" ? "Mute" : "Unmute"}
        isOff={microphone !== "on"}
        onClick={() => media.toggle("microphone")}
      >
        {microphone === "on" ? <Mic /> : <MicOff />}
      </RoundButton>
      <RoundButton
        label={camera === "on" ? "Turn camera off" : "Turn camera on"}
        shortLabel="Camera"
        isOff={camera !== "on"}
        onClick={() => media.toggle("camera")}
      >
        {camera === "on" ? <Video /> : <VideoOff />}
      </RoundButton>
      {canShare && (
        <RoundButton
          label={isSharing ? "Stop sharing the screen" : "Share the screen"}
          shortLabel={isSharing ? "Stop" : "Share"}
          isOn={isSharing}
          onClick={() => (isSharing ? media.stopScreenShare() : void media.shareScreen())}
        >
          {isSharing ? <MonitorX /> : <MonitorUp />}
        </RoundButton>
      )}
      <RoundButton
        label={isLarge ? "Show both side by side" : "Show the other person large"}
        shortLabel={isLarge ? "Both" : "Large"}
        onClick={() => onLayoutChange(isLarge ? "side-by-side" : "large")}
      >
        {isLarge ? <Columns2 /> : <RectangleHorizontal />}
      </RoundButton>
      <RoundButton label="Devices" shortLabel="Devices" onClick={() => onDevicesOpenChange(true)}>
        <Settings2 />
      </RoundButton>
      <Modal open={isDevicesOpen} title="Devices" onClose={() => onDevicesOpenChange(false)}>
        <DeviceHelp kind="camera" local={{ camera, microphone }} />
        <DeviceHelp kind="microphone" local={{ camera, microphone }} />
        <div className="grid gap-5 pt-2">
          <SaveData media={media} />
          <DevicePickers media={media} />
          <SpeakerTest media={media} />
        </div>
      </Modal>
      {mark}
      <span className={endClass}>{endButton}</span>
      <LeaveButton minutesLeft={minutesLeft} />
    </div>
  );
}

/** Leads to a page with a link back to the room. Asks first while the interview is on, as does the browser's Back. */
function LeaveButton({ minutesLeft }: Pick<CallControlsProps, "minutesLeft">) {
  const { user } = useSession();
  const isInterviewer = user?.role === "interviewer";
  // The end of an interview and an expired session lead away by themselves.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      minutesLeft !== null &&
      currentLocation.pathname !== nextLocation.pathname &&
      (historyAction === "POP" || nextLocation.state === null) &&
      nextLocation.pathname !== paths.signIn,
  );
  return (
    <>
      {/* This red is the light theme's, which has the best contrast on the dark room. */}
      <span data-theme="light">
        <Link
          to={isInterviewer ? paths.calendar : paths.mySessions}
          className={buttonClass({ variant: "danger", className: clsx(labeledIconClass, "lg:min-w-24") })}
        >
          <LogOut aria-hidden="true" className="size-5 lg:hidden" />
          Leave
        </Link>
      </span>
      <ConfirmDialog
        open={blocker.state === "blocked" && minutesLeft !== null}
        title="Leave the room?"
        message={`${minutesLeft} min left. To come back, press “Join meeting” in ${isInterviewer ? "your calendar" : "My Sessions"}.`}
        confirmLabel="Leave"
        cancelLabel="Stay"
        danger
        onConfirm={() => blocker.proceed?.()}
        onCancel={() => blocker.reset?.()}
      />
    </>
  );
}

interface RoundButtonProps {
  label: string;
  /** The part of the name that shows beside the icon, on a phone below it. */
  shortLabel: string;
  onClick: () => void;
  isOff?: boolean;
  isOn?: boolean;
  children: ReactNode;
}

function RoundButton({
  label,
  shortLabel,
  onClick,
  isOff = false,
  isOn = false,
  children,
}: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={clsx(
        labeledIconClass,
        "inline-flex shrink-0 items-center justify-center gap-2 rounded-full border text-sm font-semibold transition-colors lg:h-12 lg:px-4 [&>svg]:size-5",
        isOff && "border-red-line bg-red-tint text-red",
        isOn && "border-transparent bg-accent text-on-accent",
        !isOff && !isOn && "border-dark-line bg-sunk text-on-dark hover:border-edge",
      )}
    >
      {children}
      {shortLabel}
    </button>
  );
}
