import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { createHttpAgent } from '../src/http-agent.ts'
import { interruptibleSocketOf } from '../src/interruptible-socket.ts'
import { openTicket, rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

const [desktop] = VIEWPORTS

for (const size of VIEWPORTS) {
  const isPhone = size.name === 'phone'

  test(`queue filters on ${size.name} are stored in the URL and restored by a link and the Back button`, async ({
    deskUrl,
    openPage,
    simulator,
  }) => {
    test.setTimeout(180_000)
    const group = `กรองคิว ${size.name}`
    const [main, promo, taken] = ['หลัก', 'โปร', 'มีคนดูแล'].map((name) => `${group} ${name}`) as [
      string,
      string,
      string,
    ]
    for (const [name, channel] of [
      [main, 'main'],
      [promo, 'promo'],
      [taken, 'main'],
    ] as const)
      await simulator.newCustomer(name, { to: channel })
    const other = await simulator.staffWith('ADMIN', 1)
    await (await createHttpAgent(deskUrl, other)).accept(taken)
    const staff = await simulator.staffWith('ADMIN')
    const page = await openPage({ size, staff, address: '/chat-queue?page=2' })
    const rows = page.locator('[data-ticket-id]')
    const texts = () => Object.fromEntries(new URL(page.url()).searchParams)
    const filtersOf = (key: string) => page.evaluate((name) => localStorage.getItem(name), key)
    await expect(rows.first()).toBeVisible()

    // The list is searched while the user types, 300 ms after the last key press, and returns to page 1.
    await page.getByRole('searchbox').pressSequentially(group, { delay: 20 })
    await expect(rows).toHaveCount(3)
    // Waits until the search has the whole text, because a part of the text may find the same number of rows.
    await expect.poll(texts).toEqual({ search: group })
    await expect.poll(() => filtersOf('queue_search')).toBe(group)
    await expect(rows).toHaveCount(3)
    const shown = (await rowOf(page, main).textContent()) ?? ''
    expect(shown).toContain((await rowOf(page, main).getAttribute('data-ticket-id'))?.slice(0, 8))

    const filters = page.getByRole('dialog', { name: 'ตัวกรอง' })
    const choose = async (choices: { oa?: string; assignee?: string; boxes?: string[] }) => {
      const before = page.url()
      await page.getByRole('button', { name: /^ตัวกรอง/ }).click()
      if (choices.oa) await filters.getByRole('combobox', { name: 'OA' }).selectOption(choices.oa)
      if (choices.assignee)
        await filters.getByRole('combobox', { name: 'ผู้รับผิดชอบ' }).selectOption(choices.assignee)
      for (const box of choices.boxes ?? []) await filters.getByRole('checkbox', { name: box }).click()
      // The list does not change until the user applies the filters.
      expect(page.url()).toBe(before)
      await filters.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
      await expect(filters).toBeHidden()
    }
    if (isPhone) await choose({ oa: 'promo' })
    else await page.getByRole('combobox', { name: 'OA', exact: true }).selectOption('promo')
    await expect(rows).toHaveCount(1)
    await expect(rowOf(page, promo)).toBeVisible()
    expect(texts()).toEqual({ search: group, channel: 'promo' })
    await expect.poll(() => filtersOf('channel_key')).toBe('promo')
    await page.goBack()
    await expect(rows).toHaveCount(3)
    await expect.poll(() => filtersOf('channel_key')).toBeNull()

    await choose({ assignee: 'none', boxes: ['เฉพาะที่ยังไม่ได้อ่าน', 'แสดงเคสที่ปิดแล้ว'] })
    await expect(rows).toHaveCount(2)
    await expect(rowOf(page, taken)).toHaveCount(0)
    expect(texts()).toEqual({ search: group, assignee: 'none', closed: '1', unread: '1' })
    await openTicket(page, main)
    await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeHidden()
    expect(texts()).toEqual({ search: group, assignee: 'none', closed: '1', unread: '1' })
    await page.getByRole('button', { name: /^ตัวกรอง ใช้อยู่ 3/ }).click()
    await expect(filters).toBeVisible()
    expect(await seriousProblems(page)).toEqual([])
    await page.keyboard.press('Escape')

    // Another agent opens the link to the filtered list.
    const link = page.url().replace(deskUrl, '')
    const otherPage = await openPage({ size, staff: other, address: link })
    await expect(rowOf(otherPage, main)).toBeVisible()
    await expect(rowOf(otherPage, taken)).toHaveCount(0)

    await page.getByRole('button', { name: /^ตัวกรอง/ }).click()
    await filters.getByRole('button', { name: 'ล้างทั้งหมด' }).click()
    await filters.getByRole('button', { name: 'ใช้ตัวกรอง' }).click()
    await expect(rows).toHaveCount(3)
    expect(texts()).toEqual({ search: group })
    await page.getByRole('searchbox').fill('ไม่มีใครชื่อนี้')
    await expect(page.getByText('ไม่พบเคสที่ตรงกับ “ไม่มีใครชื่อนี้”')).toBeVisible()
    await page.getByRole('button', { name: 'ล้างทั้งหมด' }).click()
    await expect(rows.first()).toBeVisible()
    expect(texts()).toEqual({})
    await expect.poll(() => filtersOf('queue_search')).toBeNull()
  })
}

test(`the list of the user’s own tickets on ${desktop.name} searches on Enter, closes a ticket from its row, opens links and shows the live state`, async ({
  deskUrl,
  openPage,
  simulator,
}) => {
  test.setTimeout(180_000)
  const name = `เคสของฉัน ${desktop.name}`
  const customer = await simulator.newCustomer(name)
  const staff = await simulator.staffWith('ADMIN')
  await (await createHttpAgent(deskUrl, staff)).accept(name)
  let socket: Awaited<ReturnType<typeof interruptibleSocketOf>> | undefined
  const page = await openPage({
    size: desktop,
    staff,
    address: '/my-tickets',
    before: async (context) => {
      socket = await interruptibleSocketOf(context)
    },
  })
  const rows = page.locator('[data-ticket-id]')
  await expect(rows.first()).toBeVisible()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('searchbox').press('Enter')
  await expect(rows).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.getItem('my_ticket_search'))).toBe(name)
  await expect(rowOf(page, name)).toContainText('กำลังดูแล')
  await expect(rowOf(page, name)).toContainText('ทั่วไป')
  const id = (await rowOf(page, name).getAttribute('data-ticket-id')) ?? ''

  // The indicator shows "Live" with the socket or with polling, but not when the server cannot be reached.
  const live = page.getByRole('status').filter({ hasText: /Live Update|เชื่อมต่อ/ })
  await expect(live).toHaveText('Live Update')
  await socket?.cut()
  await expect(live).toHaveText('กำลังเชื่อมต่อใหม่...')
  await simulator.write('main', customer.user_id, 'ยังอยู่ไหมคะ')
  await expect(rowOf(page, name)).toContainText('ยังอยู่ไหมคะ')
  await expect(live).toHaveText('Live Update')
  await expect(page.getByText('· ทุก 5 วิ')).toBeVisible()
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await expect(live).toHaveText('ขาดการเชื่อมต่อ', { timeout: 30_000 })
  await expect(page.getByText(/วิที่แล้ว/)).toBeVisible()
  expect(await seriousProblems(page)).toEqual([])
  await page.unroute('**/api/**')
  socket?.mend()
  await expect(live).toHaveText('Live Update', { timeout: 30_000 })

  for (const address of [`/my-ticket/${id}`, `/my-tickets?open=${id}`]) {
    await page.goto(`${deskUrl}${address}`)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'ออกจากแชท' }).click()
  await rowOf(page, name).getByRole('button', { name: 'ปิดเคส' }).click()
  await page.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.getByRole('tab', { name: /^เสร็จแล้ว/ }).click()
  await expect(rowOf(page, name)).toContainText('ปิดแล้ว')
  await page.getByRole('searchbox').fill('ไม่มีใครชื่อนี้')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByText('ไม่พบเคสที่ตรงกับ “ไม่มีใครชื่อนี้”')).toBeVisible()
})
