// The page: shows who can sign in or out, and lists the surveys of the account.

import { createCanvass } from "/sdk/index.js";

const canvass = createCanvass();
const [status, signIn, signOut, surveys] = ["status", "sign-in", "sign-out", "surveys"].map((id) => document.getElementById(id));

/** Runs an action; an error is shown in the page. */
async function run(action) {
  try {
    await action();
  } catch (error) {
    status.textContent = error.message;
  }
}

async function listSurveys() {
  let count = 0;
  // Each page is requested when the loop reaches it.
  for await (const { title } of canvass.surveys.list({ per_page: 100 })) {
    surveys.append(Object.assign(document.createElement("li"), { textContent: title }));
    count += 1;
  }
  status.textContent = `${count} surveys`;
}

signIn.addEventListener("click", () => run(() => canvass.signIn({ return_to: "/" })));
signOut.addEventListener("click", () =>
  run(async () => {
    await canvass.signOut();
    location.reload();
  }),
);

await run(async () => {
  const { signed_in } = await canvass.session();
  signIn.hidden = signed_in;
  signOut.hidden = !signed_in;
  if (signed_in) await listSurveys();
  else status.textContent = "Sign in to see your surveys.";
});
