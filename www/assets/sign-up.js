// Preselects the plan that the address of the sign-up page names. Without this script the person picks it.

const wanted = new URLSearchParams(location.search).get("plan");
for (const choice of document.querySelectorAll('input[name="plan"]')) {
  if (choice.value === wanted) {
    choice.checked = true;
  }
}
