// Imports all Mantine styles, because tests run without the host's build, which adds the styles of each component.
import '@mantine/core/styles.layer.css'
import type { ComponentType } from 'react'
import { endSession, startSessionCheck } from 'shared/session'
import { clearNotices, disableAutoClose } from 'shared/testing/clear-notices.ts'
import { MockAgent, MockManager } from 'shared/testing/mock-profile.ts'
import { type MockResponse, type MockServer, startMockServer } from 'shared/testing/mock-server.ts'
import { renderInShell } from 'shared/testing/render-in-shell.tsx'
import { afterEach, beforeEach } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import KnowledgeBasePage from '../pages/KnowledgeBasePage.page.tsx'
import {
  MockChanges,
  MockPage,
  MockPreview,
  MockPromotion,
  MockQuestion,
  MockSources,
  mockImport,
  mockLog,
} from './mock-knowledge.ts'

/** Mock server of the running test. */
export let server: MockServer

export const CALLS = {
  me: 'GET /auth/me',
  health: 'GET /healthz',
  sources: 'GET /kb/sources',
  logs: 'GET /kb/logs',
  upsert: 'POST /kb/upsert',
  search: 'POST /kb/search',
  entries: 'GET /kb/entries',
  known: 'POST /kb/entries/known-questions',
  importPreview: 'POST /kb/import/preview',
  import: 'POST /kb/import',
  importParts: 'PUT /kb/import/uploads/*',
  importState: 'GET /kb/imports/*',
  cancelImport: 'POST /kb/imports/*',
  pages: 'GET /kb/pages',
  addPage: 'POST /kb/pages',
  refreshPage: `POST /kb/pages/${MockPage.id}/refresh`,
  question: `GET /kb/entries/${MockQuestion.id}`,
  promotion: `GET /kb/entries/${MockPromotion.id}`,
  editQuestion: `PUT /kb/entries/${MockQuestion.id}`,
  editPromotion: `PUT /kb/entries/${MockPromotion.id}`,
  removeQuestion: `DELETE /kb/entries/${MockQuestion.id}`,
  changes: `GET /kb/logs/${mockLog().id}/changes`,
  undo: `POST /kb/logs/${mockLog().id}/undo`,
} as const

/** Gives every test of a file an empty browser storage and a mock server with some knowledge. */
export function installMockKnowledge(): void {
  let releaseNotices = () => {}
  beforeEach(async () => {
    await page.viewport(1440, 900)
    localStorage.clear()
    releaseNotices = disableAutoClose()
    const body = (response: unknown): MockResponse => ({ body: response })
    server = startMockServer({
      [CALLS.me]: body({ profile: MockManager }),
      [CALLS.health]: body({ status: 'ok' }),
      [CALLS.sources]: body(MockSources),
      [CALLS.logs]: body({ items: [mockLog()] }),
      [CALLS.upsert]: body({ inserted: 1, entry_id: MockQuestion.id }),
      [CALLS.search]: body({ results: [{ content: MockQuestion.text, source: MockQuestion.source }] }),
      [CALLS.entries]: body({ items: [MockQuestion] }),
      [CALLS.known]: body({ items: [] }),
      [CALLS.importPreview]: body(MockPreview),
      [CALLS.import]: body(mockImport({ state: 'done', done: 2 })),
      [CALLS.pages]: body({ items: [MockPage] }),
      [CALLS.addPage]: body(MockQuestion),
      [CALLS.refreshPage]: body({ entry: MockQuestion, changed: true, read_at: MockPage.read_at }),
      [CALLS.question]: body(MockQuestion),
      [CALLS.promotion]: body(MockPromotion),
      [CALLS.changes]: body(MockChanges),
    })
  })
  afterEach(async () => {
    await cleanup()
    releaseNotices()
    endSession()
    server.stop()
    localStorage.clear()
  })
}

/** Types while the test has frozen the clock, because Playwright's waiting would advance it. */
export async function typeAndWait(field: Locator, words: string): Promise<void> {
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field.element(), words)
  field.element().dispatchEvent(new Event('input', { bubbles: true }))
  await frames()
}

/** Waits two frames, so that state changes are painted. */
export const frames = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Returns the bodies of all requests for an API call so far, in order. */
export const requestsOf = (call: string) =>
  server.requests.filter((request) => request.call === call).map(({ body }) => body)

interface Opened {
  /** Role of the signed-in user. Default: manager. */
  by?: 'manager' | 'agent'
  Page?: ComponentType
}

/** Renders a page of the knowledge base as the host does. */
export async function openKnowledge(
  address = '/knowledge-base',
  { by = 'manager', Page = KnowledgeBasePage }: Opened = {},
) {
  clearNotices()
  localStorage.setItem('jwt', 'token')
  server.respond(CALLS.me, { body: { profile: by === 'manager' ? MockManager : MockAgent } })
  await startSessionCheck()
  await renderInShell(Page, address)
}
