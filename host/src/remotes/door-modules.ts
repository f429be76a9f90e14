/**
 * The doors of this page. The build puts a generated module in this one's place (`shared/federation/doors.ts`); what stands
 * here holds where nothing is built, in tests.
 */

/** What is open at once, by share key. */
export const eagerDoors: Readonly<Record<string, object>> = {}

/** The other doors, each with what opens it. The table is a chunk of its own. */
export async function loadDoorTable(): Promise<Readonly<Record<string, () => Promise<object>>>> {
  return {}
}
