// The page that a sign-in returns to: exchanges the code of its URL for a session, once.

import { createCanvass } from "/sdk/index.js";

try {
  const { return_to } = await createCanvass().completeSignIn();
  location.replace(return_to);
} catch (error) {
  document.getElementById("status").textContent = error.message;
}
