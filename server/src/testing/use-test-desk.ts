import { afterAll, beforeAll } from 'vitest'
import { createTestDesk, type TestDesk } from './test-desk.ts'

/** One desk for all tests of a file. */
interface FileDesk extends Omit<TestDesk, 'close'> {
  /** Rows of a query in plain SQL, with the rights that the desk has at run time. */
  query<T extends object>(text: string, values?: unknown[]): Promise<(T & Record<string, unknown>)[]>
}

/** Registers the hooks that make the desk and close it; it stands while tests and other hooks run. Called at the top of a test file. */
export function useTestDesk(): FileDesk {
  let made: TestDesk | undefined
  const desk = (): TestDesk => {
    if (made === undefined) throw new Error('the desk stands while tests run, and not before')
    return made
  }
  beforeAll(async () => {
    made = await createTestDesk()
  })
  afterAll(() => made?.close())
  return {
    get context() {
      return desk().context
    },
    get app() {
      return desk().app
    },
    get database() {
      return desk().database
    },
    signInAs: (person) => desk().signInAs(person),
    addChannel: (key, name) => desk().addChannel(key, name),
    query: async <T extends object>(text: string, values: unknown[] = []) =>
      (await desk().context.db.$client.query<T & Record<string, unknown>>(text, values)).rows,
  }
}
