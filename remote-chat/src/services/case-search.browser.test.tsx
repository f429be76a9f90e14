import { createDeskQueryClient } from 'shared/api'
import { offeredSources } from 'shared/extensions'
import { startSessionCheck } from 'shared/session'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { HELD, idOf, manyOwn, openQueue } from '../testing/open-queue.tsx'
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

test('customers of one name are told apart by picture and the end of their id', async () => {
  const [first, second, other] = manyOwn(3)
  if (first === undefined || second === undefined || other === undefined) throw new Error('three are wanted')
  const called = (ticket: typeof first, customer_id: string, picture_url: string | null) => ({
    ...ticket,
    customer_id,
    profile: { ...ticket.profile, display_name: 'ศิริลักษณ์', picture_url },
  })
  const [one, two] = ['c0ffee00-5c1e-4f0a-9b7d-00000000a1b2', 'c0ffee00-5c1e-4f0a-9b7d-00000000c3d4']
  replaceMockDesk({
    tickets: [called(first, one, '/a.png'), called(second, two, null), called(other, one, '/a.png')],
  })
  await startSessionCheck()
  const ended = await startCaseSearch({
    role: 'ADMIN',
    queryClient: createDeskQueryClient(),
    navigate: () => undefined,
  })
  stop = () => ended?.()
  const found = await offeredSources()[0]?.find('ศิริ', new AbortController().signal)
  expect(found?.map(({ label, picture }) => `${label} ${picture}`).toSorted()).toEqual([
    'ศิริลักษณ์ (…a1b2) /a.png',
    'ศิริลักษณ์ (…a1b2) /a.png',
    'ศิริลักษณ์ (…c3d4) null',
  ])
})

test('offers the message search for words of three characters and more, which opens with them', async () => {
  desk.write(idOf(HELD), 'เลขรายการ 778899 ค่ะ')
  await openQueue()
  const ended = await startCaseSearch({
    role: 'ADMIN',
    queryClient: createDeskQueryClient(),
    navigate: () => undefined,
  })
  stop = () => ended?.()
  const offered = (text: string) => offeredSources()[0]?.otherwise?.(text)
  expect(offered('77')).toBeNull()
  offered('778899')?.run()
  const dialog = page.getByRole('dialog', { name: 'ค้นหาข้อความในแชท' })
  await expect.element(dialog.getByRole('combobox', { name: 'คำที่ต้องการค้นหา' })).toHaveValue('778899')
  await expect
    .element(dialog.getByRole('listbox', { name: 'ข้อความที่พบ' }).getByRole('option'))
    .toMatchTextContent(/778899/)
  await dialog.getByRole('button', { name: 'ปิด' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  // The next search begins with what is typed there.
  await page.getByRole('button', { name: 'ค้นหาข้อความในแชท' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'คำที่ต้องการค้นหา' })).toHaveValue('')
})
