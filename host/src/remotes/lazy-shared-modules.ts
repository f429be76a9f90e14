/**
 * Share keys of modules that this page provides to remotes. The build replaces this module with a generated one
 * (`shared/federation/shared-modules.ts`). Tests run without a build and use this empty one.
 */

/** Modules that are bundled into the shell's chunk, by share key. */
export const eagerSharedModules: Readonly<Record<string, object>> = {}

/** Loads the table with the dynamic imports of all lazy shared modules, by share key. The table is a separate chunk. */
export async function loadSharedModuleTable(): Promise<Readonly<Record<string, () => Promise<object>>>> {
  return {}
}

/** Loads and registers the hashes of all lazy shared modules. Called when the page has no hashes for a module. */
export async function loadSharedModuleHashes(): Promise<void> {}
