import { render } from "preact";
import { connect } from "./link/link.ts";
import { notifyOfQuestions } from "./questions/notify.ts";
import { Shell } from "./shell/shell.tsx";
import { follow } from "./state/dashboard.ts";
import { keepChoices } from "./state/ui.ts";

keepChoices();
follow();
notifyOfQuestions();
const root = document.getElementById("app");
if (root) render(<Shell />, root);
connect();
