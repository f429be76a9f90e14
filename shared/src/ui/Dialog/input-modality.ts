let isKey = false

for (const type of ['keydown', 'pointerdown'] as const)
  globalThis.addEventListener?.(type, () => (isKey = type === 'keydown'), { capture: true, passive: true })

/** Returns true when the user's last input was a key, not a pointer. */
export const isLastInputKey = (): boolean => isKey
