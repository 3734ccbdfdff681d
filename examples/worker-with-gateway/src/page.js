// The script of both pages: `/`, and `/callback/`, to which a sign-in returns.

import { createCanvass } from "@canvass/sdk";

const canvass = createCanvass();
const status = document.getElementById("status");

async function show() {
  if (location.pathname === "/callback/") {
    const { return_to } = await canvass.completeSignIn();
    location.replace(return_to);
    return;
  }
  const { signed_in } = await canvass.session();
  const button = document.getElementById("sign-in");
  button.hidden = signed_in;
  button.addEventListener("click", () => canvass.signIn({ return_to: "/" }).catch(showError));
  if (!signed_in) {
    status.textContent = "Sign in to see your surveys.";
    return;
  }
  const response = await fetch("/survey-count");
  if (!response.ok) throw new Error(`The surveys could not be counted: status ${response.status}.`);
  const { surveys } = await response.json();
  const [newest] = (await canvass.surveys.list({ per_page: 1 })).data;
  status.textContent = newest ? `${surveys} surveys, such as ${newest.title}` : "There are no surveys yet.";
}

function showError(error) {
  status.textContent = error.message;
}

show().catch(showError);
