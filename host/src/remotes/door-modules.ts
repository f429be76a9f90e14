/**
 * The share keys ("doors") that this page provides component by component. The build replaces this module by a generated one
 * (`shared/federation/doors.ts`); this empty one is used by tests, which run without a build.
 */

/** Modules that are in the shell's own chunk, by share key. */
export const eagerDoors: Readonly<Record<string, object>> = {}

/** The dynamic import of every other door, by share key. The table is a chunk of its own. */
export async function loadDoorTable(): Promise<Readonly<Record<string, () => Promise<object>>>> {
  return {}
}

/** Announces the hashes of all lazy doors, for one whose hashes are not in the page. */
export async function loadDoorHashes(): Promise<void> {}
