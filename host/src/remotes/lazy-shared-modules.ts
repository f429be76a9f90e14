/** Tables for tests. The build replaces this module with a generated one (`shared/federation/shared-modules.ts`). */

/** Shared modules by share key. */
export const eagerSharedModules: Readonly<Record<string, object>> = {}

export async function loadSharedModuleTable(): Promise<Readonly<Record<string, () => Promise<object>>>> {
  return {}
}

export async function loadSharedModuleHashes(): Promise<void> {}
