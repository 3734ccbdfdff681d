// What is cleaned up when this process ends. One listener for all, because Node.js warns of more than ten.

const actions = new Set();

/** Runs `action` when this process ends, unless the returned function is called before. */
export function atExit(action) {
  if (actions.size === 0) process.on("exit", runAll);
  actions.add(action);
  return () => {
    actions.delete(action);
    if (actions.size === 0) process.off("exit", runAll);
  };
}

// One that fails does not keep the others from running.
function runAll() {
  const [action] = actions;
  if (action === undefined) return;
  actions.delete(action);
  try {
    action();
  } finally {
    runAll();
  }
}
