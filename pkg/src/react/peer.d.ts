/** React, as far as the hooks use it: whoever has none needs no types of it to build the SDK. */
declare module "react" {
  export function useCallback<F>(callback: F, dependencies: readonly unknown[]): F;
  export function useMemo<T>(make: () => T, dependencies: readonly unknown[]): T;
  export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, now: () => T, onServer: () => T): T;
}
