// The entry `@canvass/sdk/react`, for client components.

"use client";

export { AccountButton, type AccountButtonProps, type AccountLabels } from "./react/account_button.js";
export { SignInButton, type SignInButtonProps, SignedIn, SignedOut, type SessionGateProps } from "./react/components.js";
export { useList, useSuspenseList } from "./react/list.js";
export { type MutationOptions, type MutationState, useMutation } from "./react/mutation.js";
export { useOperation, useSuspenseOperation } from "./react/operation.js";
export { CanvassProvider, type CanvassProviderProps, useCanvass } from "./react/provider.js";
export { useQuota } from "./react/quota.js";
export { type ResultsActions, type ResultsHookOptions, type ResultsHookState, type ViewState, useResults, useView } from "./react/results.js";
export { type SessionActions, type SessionState, useSession } from "./react/session.js";
export type {
  Given,
  GivenNow,
  HookOptions,
  Items,
  ListActions,
  ListMethod,
  ListState,
  Method,
  OperationState,
  SuspenseListState,
  SuspenseState,
} from "./react/types.js";
