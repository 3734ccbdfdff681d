/** The members of React that the hooks and components use, so that the SDK builds without React's types. */
declare module "react" {
  export type ReactNode = object | string | number | boolean | null | undefined;
  export type ReactElement = object;
  export interface Context<T> {
    readonly Provider: (props: { readonly value: T; readonly children?: ReactNode }) => ReactNode;
  }
  export interface Ref<T> {
    current: T;
  }
  export const Fragment: (props: { children?: ReactNode }) => ReactNode;
  export function createContext<T>(value: T): Context<T>;
  export function createElement<P extends object>(type: string | ((props: P) => ReactNode), props: P | null, ...children: ReactNode[]): ReactElement;
  export function useCallback<F>(callback: F, dependencies: readonly unknown[]): F;
  export function useContext<T>(context: Context<T>): T;
  export function useEffect(effect: () => void | (() => void), dependencies?: readonly unknown[]): void;
  export function useId(): string;
  export function useMemo<T>(make: () => T, dependencies: readonly unknown[]): T;
  export function useRef<T>(value: T): Ref<T>;
  export function useState<T>(initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void];
  export function useSyncExternalStore<T>(subscribe: (listener: () => void) => () => void, now: () => T, onServer: () => T): T;
}
