import { useSession } from "@canvass/sdk/react";
import { useEffect, useState } from "react";
import { canvass } from "./canvass";

/** The page that a sign-in returns to. */
export function Callback() {
  const { completeSignIn } = useSession(canvass);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    // StrictMode runs the effect twice. A second call returns the result of the first.
    completeSignIn().then(
      ({ return_to }) => location.replace(return_to),
      (error: Error) => setProblem(error.message),
    );
  }, [completeSignIn]);
  return problem === undefined ? <p>Signing in</p> : <p role="alert">{problem}</p>;
}
