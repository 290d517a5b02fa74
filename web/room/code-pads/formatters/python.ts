import { startPythonFormatter } from "./format-python.ts";
import { serveFormatter } from "./serve-formatter.ts";

serveFormatter(startPythonFormatter);
