import type { Page } from '@playwright/test'
import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [, size] = VIEWPORTS

test(`the customer panel on ${size.name} shares tags, notes and VIP with other agents, and shows earlier tickets`, async ({
  openPage,
  simulator,
}) => {
  const name = `ลูกค้าประจำ ${size.name}`
  const customer = await simulator.newCustomer(name, { text: 'ถอนเงินยังไม่เข้าค่ะ' })
  const staff = await simulator.staffWith('BUSINESS')
  const address = `/chat-queue?search=${encodeURIComponent(name)}`
  const page = await openPage({ size, staff, address })
  await rowOf(page, name).waitFor()
  const first = await openTicketOf(page, name)
  await staffCall(page, 'POST', `/tickets/${first}/accept`)
  await staffCall(page, 'POST', `/tickets/${first}/close`)

  // The same customer writes again, to this channel and to another one.
  await simulator.write('promo', customer.user_id, 'โปรโมชั่นเดือนนี้มีอะไรบ้างคะ')
  await simulator.write('main', customer.user_id, 'ยอดเข้าแล้ว ขอบคุณค่ะ')
  const present = `/chat-queue?ticket=${await openTicketOf(page, name)}`
  await page.goto(new URL(present, page.url()).href)
  const log = page.getByRole('log')
  await expect(log.getByText('ยอดเข้าแล้ว ขอบคุณค่ะ')).toBeVisible()
  // Dispatches the event: a real click would first scroll to the button, which could load the earlier ticket by itself.
  await log.getByRole('button', { name: /^เคสก่อนหน้า · ปิดเมื่อ/ }).dispatchEvent('click')
  await expect(log.getByText('ถอนเงินยังไม่เข้าค่ะ')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  await page.getByRole('button', { name: 'ข้อมูลลูกค้า' }).click()
  const tags = page.getByRole('region', { name: 'แท็ก' })
  await expect(page.getByText('คนเดียวกันทักมาที่')).toBeVisible()
  await tags.getByRole('button', { name: 'เพิ่มแท็ก' }).click()
  await tags.getByRole('textbox', { name: 'แท็กใหม่' }).fill('ลูกค้าประจำ')
  await tags.getByRole('textbox', { name: 'แท็กใหม่' }).press('Enter')
  await expect(tags.getByRole('button', { name: 'เอาแท็ก ลูกค้าประจำ ออก' })).toBeVisible()
  const notes = page.getByRole('region', { name: 'โน้ตเกี่ยวกับลูกค้า' })
  await notes.getByRole('textbox', { name: 'เขียนโน้ตเกี่ยวกับลูกค้า' }).fill('ชอบให้โทรกลับหลังหกโมง')
  await notes.getByRole('button', { name: 'บันทึกโน้ต' }).click()
  await expect(notes.getByRole('list').getByText('ชอบให้โทรกลับหลังหกโมง')).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])

  // Another agent opens the same panel and sees changes immediately.
  const otherPage = await openPage({
    size,
    staff: await simulator.staffWith('ADMIN'),
    address: present,
  })
  await otherPage.getByRole('button', { name: 'ข้อมูลลูกค้า' }).click()
  await expect(otherPage.getByText('ชอบให้โทรกลับหลังหกโมง')).toBeVisible()
  await expect(otherPage.getByRole('button', { name: 'ตั้งเป็น VIP' })).toHaveCount(0)
  await page.getByRole('button', { name: 'ตั้งเป็น VIP' }).click()
  await expect(page.getByRole('button', { name: 'ยกเลิก VIP' })).toBeVisible()
  await expect(otherPage.getByRole('heading', { name: `${name} VIP` }).last()).toBeVisible()
  await tags.getByRole('button', { name: 'เอาแท็ก ลูกค้าประจำ ออก' }).click()
  await expect(otherPage.getByRole('button', { name: 'เอาแท็ก ลูกค้าประจำ ออก' })).toHaveCount(0)

  // Follows the link to an earlier ticket of the customer.
  await page.getByRole('region', { name: 'เคสอื่นของลูกค้า' }).getByRole('link').first().click()
  await expect(log.getByText('ถอนเงินยังไม่เข้าค่ะ')).toBeVisible()
  await expect(log.getByText('ยอดเข้าแล้ว ขอบคุณค่ะ')).toHaveCount(0)
})

/** Calls the API as the user who is signed in on this page. */
function staffCall(page: Page, method: 'GET' | 'POST', path: string): Promise<unknown> {
  return page.evaluate(
    async ([how, where]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}` }
      const response = await fetch(`/api/staff${where}`, { method: how, headers })
      if (!response.ok) throw new Error(`${where} returned ${response.status}`)
      return response.json()
    },
    [method, path] as const,
  )
}

/**
 * Returns the id of a customer's open ticket in the first channel. Waits for the ticket, because a recent message
 * may not have reached the desk yet.
 */
async function openTicketOf(page: Page, name: string): Promise<string> {
  const query = new URLSearchParams({ search: name, status: 'OPEN', channel_key: 'main' })
  let id = ''
  await expect
    .poll(async () => {
      const found = (await staffCall(page, 'GET', `/tickets?${query}`)) as { items: { id: string }[] }
      id = found.items[0]?.id ?? ''
      return id
    })
    .not.toBe('')
  return id
}
