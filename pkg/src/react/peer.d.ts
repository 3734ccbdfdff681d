/** The React functions that the hooks use, so that the SDK builds without React's types. */
declare module "react" {
  export function useCallback<F>(callback: F, dependencies: readonly unknown[]): F;
  export function useMemo<T>(make: () => T, dependencies: readonly unknown[]): T;
  export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, now: () => T, onServer: () => T): T;
}
