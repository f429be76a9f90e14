import { createDeskQueryClient } from 'shared/api'
import { offeredSources } from 'shared/extensions'
import { startSessionCheck } from 'shared/session'
import { afterEach, expect, test } from 'vitest'
import { installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { manyOwn } from '../testing/open-queue.tsx'
import startCaseSearch from './CaseSearch.service.ts'

installMockDesk()

let stop: (() => void) | undefined
afterEach(() => stop?.())

test('cases of one customer are told apart by their state and date', async () => {
  const profile = { display_name: 'ศิริลักษณ์' }
  const [open, closed] = manyOwn(2).map((ticket) => ({
    ...ticket,
    profile: { ...ticket.profile, ...profile },
  }))
  if (open === undefined || closed === undefined) throw new Error('two cases are wanted')
  replaceMockDesk({
    tickets: [
      { ...open, opened_at: '2026-11-23T02:58:00Z' },
      { ...closed, status: 'CLOSED', opened_at: '2026-11-20T04:00:00Z', closed_at: '2026-11-20T05:55:00Z' },
    ],
  })
  await startSessionCheck()
  const ended = await startCaseSearch({
    role: 'ADMIN',
    queryClient: createDeskQueryClient(),
    navigate: () => undefined,
  })
  stop = () => ended?.()
  const found = await offeredSources()[0]?.find('ศิริ', new AbortController().signal)
  const descriptions = found?.map(({ description }) => description) ?? []
  expect(descriptions).toHaveLength(2)
  expect(descriptions).toContainEqual(expect.stringMatching(/^กำลังดูแล · เปิดเมื่อ 23 พ\.ย\. 09:58 · /))
  expect(descriptions).toContainEqual(expect.stringMatching(/^ปิดแล้ว 20 พ\.ย\. 12:55 · /))
})
