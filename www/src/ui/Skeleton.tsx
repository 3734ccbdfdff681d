// Grey bars as a placeholder for content that is loading.

export function Skeleton({ rows, label }: { readonly rows: number; readonly label: string }) {
  return (
    <div class="skeleton" role="status">
      <span class="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div class="bone" aria-hidden="true" key={index} />
      ))}
    </div>
  );
}
