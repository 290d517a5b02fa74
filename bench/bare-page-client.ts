import { hydrateRoot } from "react-dom/client";
import { barePage } from "./bare-page-content.ts";

const root = document.getElementById("root");
if (root) hydrateRoot(root, barePage());
