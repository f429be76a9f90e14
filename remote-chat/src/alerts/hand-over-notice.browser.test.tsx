import { createDeskQueryClient } from 'shared/api'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import { startSessionCheck } from 'shared/session'
import { clearNotices } from 'shared/testing/clear-notices.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { ThemeProvider, Toaster } from 'shared/ui'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import startAlerts from '../services/Alerts.service.ts'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_CASE } from '../testing/open-conversation.tsx'
import { soundAlert } from './sound.store.ts'

vi.mock('./sound.store.ts', { spy: true })
installMockDesk()

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  vi.mocked(soundAlert).mockClear()
})

const colleague = staffMemberOf(MockAgent)
const third: StaffMember = { ...colleague, id: 'third', display_name: 'อรทัย บุญส่ง', line_user_id: 'U3' }

async function openAnyPage() {
  clearNotices()
  await startSessionCheck()
  const gone: string[] = []
  await render(
    <ThemeProvider>
      <Toaster />
    </ThemeProvider>,
  )
  const ended = await startAlerts({
    role: 'ADMIN',
    queryClient: createDeskQueryClient(),
    navigate: (to) => gone.push(to),
  })
  stop = () => ended?.()
  await expect.poll(() => desk.sockets.size).toBeGreaterThan(0)
  return { gone }
}

function handOver(
  staff: StaffMember,
  from: StaffMember,
  to: StaffMember | null,
  text: string | null,
  customer = 'ธีรภัทร',
) {
  desk.publish({
    type: 'handed_over',
    data: {
      channel_key: 'main',
      customer,
      line: {
        id: `line ${text}`,
        ticket_id: OWN_CASE,
        kind: to === null ? 'returned' : 'transferred',
        after_seq: 1,
        revision: 1,
        at: new Date().toISOString(),
        staff,
        from,
        to,
        text,
      },
    },
  })
}

test('who is given a case hears it, and reads by whom and why, with a way to the chat', async () => {
  const { gone } = await openAnyPage()
  const words = `${colleague.display_name} โอนเคสให้คุณ · ธีรภัทร: ลูกค้าขอคุยกับคนเดิม`
  await expect
    .poll(() => {
      handOver(colleague, colleague, desk.me, 'ลูกค้าขอคุยกับคนเดิม')
      return page.getByText(words).query()
    })
    .not.toBeNull()
  expect(soundAlert).toHaveBeenCalled()
  await page.getByRole('button', { name: 'เปิดแชท' }).click()
  expect(gone).toEqual([`/chat-queue?ticket=${OWN_CASE}`])
})

test.each([
  ['a colleague takes over', colleague, colleague, 'รับช่วงต่อเคสของคุณ'],
  ['a colleague gives to a third', colleague, third, `โอนเคสของคุณให้ ${third.display_name}`],
  ['a colleague returns', colleague, null, 'คืนเคสของคุณเข้าคิว'],
] as const)('who loses a case that %s hears and reads it', async (_, by, to, words) => {
  await openAnyPage()
  await expect
    .poll(() => {
      handOver(by, desk.me, to, null)
      return page.getByText(`${by.display_name} ${words} · ธีรภัทร`, { exact: true }).query()
    })
    .not.toBeNull()
  expect(soundAlert).toHaveBeenCalled()
})

test('of one case the newest stands alone, with the customer’s name in one line', async () => {
  await page.viewport(390, 844)
  await openAnyPage()
  const customer = 'ป้าแดงขายผักตลาดเช้า'
  const notices = () => page.getByRole('region', { name: 'การแจ้งเตือน' }).getByRole('group').elements()
  await expect
    .poll(() => {
      handOver(colleague, colleague, desk.me, null, customer)
      return notices().map(({ textContent }) => textContent)
    })
    .toEqual([expect.stringContaining(`โอนเคสให้คุณ · ${customer}`)])
  handOver(third, desk.me, third, 'ลูกค้าขอคุยกับคนเดิม', customer)
  await expect
    .poll(() => notices().map(({ textContent }) => textContent))
    .toEqual([expect.stringContaining('รับช่วงต่อเคสของคุณ')])
  const name = page.getByText(customer, { exact: true }).element()
  expect(name.getBoundingClientRect().height).toBeLessThan(30)
})
