// Grey bars as a placeholder for content that is loading.

import { PauseHint, usePause } from "./Pause.tsx";

export function Skeleton({ rows, label }: { readonly rows: number; readonly label: string }) {
  const until = usePause();
  return (
    <div class="skeleton" role="status">
      {until === null ? <span class="visually-hidden">{label}</span> : <PauseHint until={until} />}
      {Array.from({ length: rows }, (_, index) => (
        <div class="bone" aria-hidden="true" key={index} />
      ))}
    </div>
  );
}
