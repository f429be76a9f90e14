import { afterAll, beforeAll } from 'vitest'
import { createTestDesk, type TestDesk } from './test-desk.ts'

/** Server that all tests of a file share. */
interface FileDesk extends Omit<TestDesk, 'close'> {
  /** Runs a plain SQL text with the rights of the running server. Returns the rows. */
  query<T extends object>(text: string, values?: unknown[]): Promise<(T & Record<string, unknown>)[]>
}

/**
 * Registers the hooks that create a server before all tests of a file and close it afterwards. Call this at the top of
 * a test file.
 */
export function useTestDesk(): FileDesk {
  let made: TestDesk | undefined
  const desk = (): TestDesk => {
    if (made === undefined) throw new Error('the desk is available only while tests run')
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
    signInAs: (newStaff) => desk().signInAs(newStaff),
    addChannel: (key, name) => desk().addChannel(key, name),
    query: async <T extends object>(text: string, values: unknown[] = []) =>
      (await desk().context.db.$client.query<T & Record<string, unknown>>(text, values)).rows,
  }
}
