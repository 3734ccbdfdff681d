// Which keys the keyboard has: Apple's have ⌘ where others have Ctrl.

/** Whether the keyboard is one of Apple's. */
export const isApple = /^(?:Mac|iPhone|iPad|iPod)/.test(globalThis.navigator?.platform ?? "");
