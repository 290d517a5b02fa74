import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlClass } from "./control-class.ts";

export function TextInput({ className, type = "text", ...rest }: ComponentProps<"input">) {
  return <input {...rest} type={type} className={clsx(controlClass, className)} />;
}
