// Preselects the plan that the query of the sign-up page names. Without this script, the user selects it.

const plan = new URLSearchParams(location.search).get("plan");
for (const choice of document.querySelectorAll('input[name="plan"]')) {
  if (choice.value === plan) {
    choice.checked = true;
  }
}
