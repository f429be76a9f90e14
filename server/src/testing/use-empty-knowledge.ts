import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { beforeAll, beforeEach, expect } from 'vitest'
import { searchKnowledge } from '../knowledge/search-knowledge.ts'
import { emptyKnowledge } from './empty-knowledge.ts'
import type { TestDesk } from './test-desk.ts'
import type { useTestDesk } from './use-test-desk.ts'

/**
 * Registers the hooks that empty the knowledge base before each test. Call this at the top of a test file, after
 * `useTestDesk`.
 */
export function useEmptyKnowledge(desk: ReturnType<typeof useTestDesk>) {
  let manager: Awaited<ReturnType<TestDesk['signInAs']>>
  beforeAll(async () => {
    manager = await desk.signInAs({ role: 'BUSINESS' })
  })
  beforeEach(() => emptyKnowledge(desk.context))
  const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
    const response = await desk.app.inject({ method, url, headers: manager.headers, payload })
    expect(response.statusCode).toBe(200)
    return response.json()
  }
  return {
    /** Calls the API as a manager. */
    call,
    /** Adds a knowledge entry and returns its id. */
    upsert: async (
      text: string,
      source: string = KNOWLEDGE_SOURCES.general,
      replace = false,
      until: Date | null = null,
    ): Promise<string> =>
      (await call('POST', '/kb/upsert', { source, text, replace, valid_until: until })).entry_id,
    find: async (query: string, limit = 3): Promise<string[]> =>
      (await searchKnowledge(desk.context, query, limit)).map(({ content }) => content),
  }
}
