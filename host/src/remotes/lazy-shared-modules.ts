/**
 * Share keys that this page provides component by component. The build replaces this module with a generated one
 * (`shared/federation/shared-modules.ts`). Tests run without a build and use this empty one.
 */

/** Modules in the shell's own chunk, by share key. */
export const eagerSharedModules: Readonly<Record<string, object>> = {}

/** Loads the table with the dynamic imports of all lazy shared modules, by share key. The table is a separate chunk. */
export async function loadSharedModuleTable(): Promise<Readonly<Record<string, () => Promise<object>>>> {
  return {}
}

/** Registers the hashes of all lazy shared modules. Needed when the page does not contain the hashes of a module. */
export async function loadSharedModuleHashes(): Promise<void> {}
