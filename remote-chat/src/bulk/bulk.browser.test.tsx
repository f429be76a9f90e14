import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { writeDraft } from '../outbox/drafts.store.ts'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { idNo, openQueue, waitingTickets } from '../testing/open-queue.tsx'
import { frames, settled } from '../testing/settled.ts'

installMockDesk()

const bar = page.getByRole('region', { name: 'เคสที่เลือก' })
const box = (number: number) => page.getByRole('checkbox', { name: `เลือก ลูกค้าคนที่ ${number}.` })
const all = page.getByRole('checkbox', { name: 'เลือกทุกเคสในหน้านี้' })
const action = (name: string) => bar.getByRole('button', { name, exact: true })
const held = (number: number, by = desk.me) => desk.change(idNo(number), { assigned_to: staffMemberOf(by) })

async function openBulk(count = 30) {
  replaceMockDesk({ tickets: waitingTickets(count) })
  const drawn = await openQueue()
  // The pager's text appears after all rows are rendered.
  await expect.element(page.getByText(/^แสดง 1–/)).toBeVisible()
  return drawn
}

describe('selecting rows for bulk actions', () => {
  test('a bulk selection counts its rows, can contain a page or a range, and ends with Escape', async () => {
    await openBulk()
    await box(2).click()
    await expect.element(bar.getByText('เลือก 1 เคส')).toBeVisible()
    await expect.element(all).toBePartiallyChecked()
    await box(5).click({ modifiers: ['Shift'] })
    await expect.element(bar.getByText('เลือก 4 เคส')).toBeVisible()
    await expect.element(box(4)).toBeChecked()
    await box(3).click({ modifiers: ['Shift'] })
    await expect.element(bar.getByText('เลือก 1 เคส')).toBeVisible()
    await all.click()
    await expect.element(bar.getByText('เลือก 20 เคส')).toBeVisible()
    expect(await seriousProblems(document.body)).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(box(2)).not.toBeChecked()
    await expect.element(page.getByText('แสดง 1–20 จาก 30 เคส')).toBeVisible()
  })

  test('Space selects a row without opening its ticket, and a second Escape closes the open conversation', async () => {
    const { row, router } = await openBulk()
    await row(/คนที่ 3\./).click()
    await expect.element(page.getByRole('complementary', { name: /คนที่ 3\./ })).toBeVisible()
    // The conversation takes the focus when it opens.
    await expect.element(page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toHaveFocus()
    ;(row(/คนที่ 1\./).element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await userEvent.keyboard('{Shift>} {/Shift}')
    await expect.element(bar.getByText('เลือก 3 เคส')).toBeVisible()
    expect(new URLSearchParams(router.state.location.search).get('ticket')).toBe(idNo(3))
    await userEvent.keyboard('{Escape}')
    await expect.element(bar).not.toBeInTheDocument()
    await expect.element(page.getByRole('complementary', { name: /คนที่ 3\./ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('complementary', { name: /คนที่ 3\./ })).not.toBeInTheDocument()
  })

  test('a bulk selection survives a refetch that reorders rows, and drops a ticket that leaves the list', async () => {
    const { client, names, screen } = await openBulk(8)
    await box(2).click()
    await box(3).click()
    const before = names()
    await userEvent.hover(screen.getByRole('banner'))
    desk.change(idNo(2), { waiting_since: new Date().toISOString() })
    await client.refetchQueries({ queryKey: ['tickets', 'list'] })
    await settled(client)
    await expect.element(bar.getByText('เลือก 2 เคส')).toBeVisible()
    expect(names()).toEqual(before)
    // A colleague closes one of the selected tickets.
    desk.change(idNo(3), { status: 'CLOSED', assigned_to: staffMemberOf(MockAgent) })
    await expect.element(bar.getByText('เลือก 1 เคส')).toBeVisible()
    await expect.element(box(2)).toBeChecked()
  })
})

describe('bulk selection across pages', () => {
  const nextPage = () => page.getByRole('button', { name: 'หน้า 2', exact: true }).click()

  test('a bulk selection counts tickets on all pages, acts on all of them together, and is cleared by one click', async () => {
    await openBulk()
    for (const number of [2, 3]) await box(number).click()
    await nextPage()
    await expect.element(box(25)).toBeVisible()
    await expect.element(bar.getByText('เลือก 2 เคส อยู่หน้าอื่น 2 เคส')).toBeVisible()
    await expect.element(all).not.toBePartiallyChecked()
    await all.click()
    await expect.element(bar.getByText('เลือก 12 เคส อยู่หน้าอื่น 2 เคส')).toBeVisible()
    await expect.element(all).toBeChecked()
    expect(await seriousProblems(document.body)).toEqual([])
    await all.click()
    await box(21).click()
    await page.getByRole('button', { name: 'หน้า 1', exact: true }).click()
    await expect.element(box(2)).toBeChecked()
    await expect.element(bar.getByText('เลือก 3 เคส อยู่หน้าอื่น 1 เคส')).toBeVisible()
    await action('รับเคส').click()
    await expect.element(page.getByText('รับแล้ว 3 เคส')).toBeVisible()
    for (const number of [2, 3, 21]) expect(desk.tickets.get(idNo(number))?.assigned_to?.id).toBe(desk.me.id)
    await expect.element(bar).not.toBeInTheDocument()
    await box(4).click()
    await nextPage()
    await action('ยกเลิก').click()
    await expect.element(bar).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'หน้า 1', exact: true }).click()
    await expect.element(box(4)).not.toBeChecked()
  })

  test('tickets that are selected during a bulk action remain selected', async () => {
    await openBulk()
    for (const number of [2, 3]) await box(number).click()
    const release = desk.hold(/accept$/)
    await action('รับเคส').click()
    await expect.poll(() => desk.count(/accept$/)).toBe(2)
    await nextPage()
    await box(21).click()
    await expect.element(box(21)).toBeChecked()
    release()
    await expect.element(page.getByText('รับแล้ว 2 เคส')).toBeVisible()
    await expect.element(bar.getByText('เลือก 1 เคส', { exact: true })).toBeVisible()
    await expect.element(box(21)).toBeChecked()
    expect(desk.tickets.get(idNo(21))?.assigned_to).toBe(null)
  })

  test('a change of filters deselects tickets that the new filters do not show', async () => {
    await openBulk()
    for (const number of [2, 3]) await box(number).click()
    await nextPage()
    await box(21).click()
    await page.getByRole('searchbox').fill('ลูกค้าคนที่ 2.')
    await expect.element(box(2)).toBeChecked()
    await expect.element(bar.getByText('เลือก 1 เคส', { exact: true })).toBeVisible()
  })

  test('a bulk action reports and deselects a ticket that was closed on another page of the list', async () => {
    await openBulk()
    for (const number of [2, 3]) await box(number).click()
    await nextPage()
    await expect.element(box(21)).toBeVisible()
    desk.change(idNo(3), { status: 'CLOSED', assigned_to: staffMemberOf(MockAgent) })
    await action('รับเคส').click()
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
    await expect.element(resultDialog.getByText('รับแล้ว 1 เคส')).toBeVisible()
    await expect.element(resultDialog.getByRole('listitem')).toMatchTextContent('ลูกค้าคนที่ 3.เคสนี้ปิดไปแล้ว')
    await resultDialog.getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
    await expect.element(bar).not.toBeInTheDocument()
  })

  test('limits the number of selected tickets and shows the limit', async () => {
    await openBulk(130)
    for (const number of [2, 3, 4, 5, 6]) {
      await all.click()
      await expect.element(all).toBeChecked()
      if (number < 6) await page.getByRole('button', { name: `หน้า ${number}`, exact: true }).click()
    }
    await expect.element(bar.getByText('เลือก 100 เคส (ครบจำนวนสูงสุด) อยู่หน้าอื่น 80 เคส')).toBeVisible()
    await page.getByRole('button', { name: 'หน้า 6', exact: true }).click()
    await all.click()
    await expect.element(bar.getByText('เลือก 100 เคส (ครบจำนวนสูงสุด) อยู่หน้าอื่น 100 เคส')).toBeVisible()
    await expect.element(all).not.toBeChecked()
  })
})

describe('bulk actions', () => {
  test('bulk accept counts only unassigned tickets as accepted', async () => {
    const { row } = await openBulk(8)
    held(3)
    await expect.element(row(/คนที่ 3\./)).toMatchTextContent(/กำลังดูแล/)
    for (const number of [1, 2, 3]) await box(number).click()
    await action('รับเคส').click()
    await expect.element(page.getByText('รับแล้ว 2 เคส · เป็นของคุณอยู่แล้ว 1 เคส')).toBeVisible()
    await expect.element(bar).not.toBeInTheDocument()
  })

  test('bulk accept keeps a ticket selected that a colleague has accepted, and shows the reason', async () => {
    await openBulk(8)
    for (const number of [1, 2, 3]) await box(number).click()
    desk.fail(new RegExp(`${idNo(2)}/accept`), {
      status: 409,
      body: { code: 'already_accepted', assigned_to: staffMemberOf(MockAgent) },
    })
    await action('รับเคส').click()
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
    await expect.element(resultDialog.getByText('รับแล้ว 2 เคส')).toBeVisible()
    await expect
      .element(resultDialog.getByRole('listitem'))
      .toMatchTextContent(`ลูกค้าคนที่ 2.${MockAgent.display_name} รับเคสนี้แล้ว`)
    expect(await seriousProblems(document.body)).toEqual([])
    await resultDialog.getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
    await expect.element(bar.getByText('เลือก 1 เคส')).toBeVisible()
    await expect.element(box(2)).toBeChecked()
    expect(desk.tickets.get(idNo(1))?.assigned_to?.id).toBe(desk.me.id)
  })

  test('bulk close asks for one confirmation, which shows how many tickets have a draft or another assignee', async () => {
    const { row } = await openBulk(8)
    for (const number of [1, 2]) held(number)
    held(3, MockAgent)
    writeDraft(idNo(1), 'ยังไม่ส่ง')
    await expect.element(row(/คนที่ 3\./)).toMatchTextContent(/กำลังดูแล/)
    for (const number of [1, 2, 3, 4]) await box(number).click()
    await action('ปิดเคส').click()
    const confirmation = page.getByRole('dialog', { name: 'ปิด 4 เคส' })
    await expect.element(confirmation.getByText('1 เคสที่เพื่อนร่วมทีมดูแลอยู่')).toBeVisible()
    await expect.element(confirmation.getByText('1 เคสที่มีฉบับร่างของคุณ')).toBeVisible()
    expect(desk.count(/close/)).toBe(0)
    await confirmation.getByRole('button', { name: 'ปิดเคส' }).click()
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
    await expect.element(resultDialog.getByText('ปิดแล้ว 3 เคส')).toBeVisible()
    await expect.element(resultDialog.getByText('ต้องรับเคสก่อนจึงจะปิดได้')).toBeVisible()
    expect(desk.count(/close/)).toBe(3)
    await userEvent.keyboard('{Escape}')
    await expect.element(row(/คนที่ 1\./)).not.toBeInTheDocument()
    await expect.element(box(4)).toBeChecked()
  })

  test('bulk close reports tickets that remain open because the customer wrote or a colleague took over', async () => {
    await openBulk(8)
    for (const number of [1, 2, 3]) held(number)
    for (const number of [1, 2, 3]) await box(number).click()
    await action('ปิดเคส').click()
    const release = desk.hold(/close$/)
    await page.getByRole('dialog', { name: 'ปิด 3 เคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    await expect.poll(() => desk.count(/close$/)).toBe(3)
    desk.write(idNo(1), 'แล้วถอนได้เมื่อไหร่คะ')
    held(2, MockAgent)
    release()
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 2 เคส' })
    await expect
      .element(resultDialog.getByText('ปิดเคสไม่สำเร็จ: ลูกค้าเพิ่งส่งข้อความมาใหม่ กรุณาอ่านก่อนปิดเคส'))
      .toBeVisible()
    await expect.element(resultDialog.getByText(/^ปิดเคสไม่สำเร็จ: เคสนี้เปลี่ยนผู้รับผิดชอบไปแล้ว/)).toBeVisible()
    expect([1, 2, 3].map((number) => desk.tickets.get(idNo(number))?.status)).toEqual([
      'OPEN',
      'OPEN',
      'CLOSED',
    ])
  })

  test('bulk close keeps a ticket open when the customer writes during the confirmation', async () => {
    await openBulk(8)
    for (const number of [1, 2]) held(number)
    for (const number of [1, 2]) await box(number).click()
    await action('ปิดเคส').click()
    const confirmation = page.getByRole('dialog', { name: 'ปิด 2 เคส' })
    await expect.element(confirmation).toBeVisible()
    desk.write(idNo(1), 'แล้วถอนได้เมื่อไหร่คะ')
    await expect.element(page.getByText('แล้วถอนได้เมื่อไหร่คะ')).toBeInTheDocument()
    expect(desk.count(/close$/)).toBe(0)
    await confirmation.getByRole('button', { name: 'ปิดเคส' }).click()
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
    await expect.element(resultDialog.getByText(/ลูกค้าเพิ่งส่งข้อความมาใหม่/)).toBeVisible()
    expect([1, 2].map((number) => desk.tickets.get(idNo(number))?.status)).toEqual(['OPEN', 'CLOSED'])
  })

  test('bulk actions do not move the focus of a user who is typing', async () => {
    const { row } = await openBulk(6)
    for (const number of [1, 2, 3]) held(number)
    await row(/คนที่ 3\./).click()
    const field = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await expect.element(field).toHaveFocus()
    for (const [number, refused] of [
      [1, false],
      [2, true],
    ] as const) {
      await box(number).click()
      await action('ปิดเคส').click()
      const release = desk.hold(/close$/)
      if (refused) desk.fail(/close$/, { status: 409, body: { code: 'already_closed' } })
      const confirmation = page.getByRole('dialog', { name: 'ปิด 1 เคส' })
      await confirmation.getByRole('button', { name: 'ปิดเคส' }).click()
      await expect.element(confirmation).not.toBeInTheDocument()
      await field.click()
      await userEvent.keyboard('ก')
      release()
      const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
      if (refused) await resultDialog.getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
      else await expect.element(row(/คนที่ 1\./)).not.toBeInTheDocument()
      await expect.element(resultDialog).not.toBeInTheDocument()
      await frames()
      await expect.element(field).toHaveFocus()
    }
    await expect.element(field).toHaveValue('กก')
  })

  test('the result of a bulk action remains visible after its last ticket is deselected', async () => {
    await openBulk(8)
    held(1)
    await box(1).click()
    await expect.element(action('ปิดเคส')).toBeEnabled()
    desk.fail(/close/, { status: 409, body: { code: 'already_closed' } })
    desk.change(idNo(1), { closed_by: staffMemberOf(MockAgent) })
    await action('ปิดเคส').click()
    await page.getByRole('dialog', { name: 'ปิด 1 เคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
    await expect.element(resultDialog.getByText('เคสนี้ปิดไปแล้ว')).toBeVisible()
    desk.change(idNo(1), { status: 'CLOSED' })
    // The row of the closed ticket disappears once the list is no longer frozen.
    await expect
      .poll(() =>
        box(1)
          .elements()
          .some((each) => each.matches(':checked')),
      )
      .toBe(false)
    await expect.element(resultDialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(bar).not.toBeInTheDocument()
  })

  test('a bulk action marks tickets as read', async () => {
    replaceMockDesk({
      tickets: waitingTickets(4).map((ticket) => ({ ...ticket, last_seq: 3, last_in_seq: 3, in_count: 3 })),
    })
    const { row } = await openQueue()
    await expect.element(row(/คนที่ 1\./)).toMatchTextContent(/ยังไม่ได้อ่าน 3/)
    await all.click()
    await action('อ่านแล้ว').click()
    await expect.element(page.getByText('ทำเครื่องหมายว่าอ่านแล้ว 4 เคส')).toBeVisible()
    await expect.element(row(/คนที่ 1\./)).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
    await expect.element(bar).not.toBeInTheDocument()
    expect(desk.count(/read/)).toBe(4)
  })

  test('bulk read marks tickets as read up to the message shown in their rows', async () => {
    replaceMockDesk({
      tickets: waitingTickets(6).map((ticket) => ({ ...ticket, last_seq: 3, last_in_seq: 3, in_count: 3 })),
    })
    const { row } = await openQueue()
    await expect.element(row(/คนที่ 6\./)).toMatchTextContent(/ยังไม่ได้อ่าน 3/)
    const release = desk.hold(/read$/)
    await all.click()
    await action('อ่านแล้ว').click()
    await expect.poll(() => desk.count(/read$/)).toBe(4)
    // The read request for ticket 6 has not started yet.
    desk.write(idNo(6), 'ขอถามอีกเรื่องค่ะ')
    await expect.element(row(/คนที่ 6\./)).toMatchTextContent(/ยังไม่ได้อ่าน 4/)
    release()
    await expect.element(page.getByText('ทำเครื่องหมายว่าอ่านแล้ว 6 เคส')).toBeVisible()
    await expect.element(row(/คนที่ 6\./)).toMatchTextContent(/ยังไม่ได้อ่าน 1/)
    await expect.element(row(/คนที่ 5\./)).not.toMatchTextContent(/ยังไม่ได้อ่าน/)
  })
})

test('on a phone, cards are selected in a separate mode and do not move', async () => {
  await page.viewport(390, 844)
  replaceMockDesk({ tickets: waitingTickets(6) })
  const { client } = await openQueue()
  const cards = page.getByRole('list', { name: 'คิวแชท' }).getByRole('listitem')
  await expect.element(cards.nth(1)).toBeVisible()
  await expect.poll(() => cards.elements().length).toBe(6)
  await settled(client)
  const heights = () => cards.elements().map((each) => each.getBoundingClientRect().top)
  const before = heights()
  expect(page.getByRole('checkbox').elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'เลือก', exact: true }).click()
  await cards.nth(1).click()
  await expect.element(bar.getByText('เลือก 1 เคส')).toBeVisible()
  // Going back leaves selection mode on a phone.
  history.back()
  await expect.element(bar).not.toBeInTheDocument()
  expect(page.getByRole('checkbox').elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'เลือก', exact: true }).click()
  await cards.nth(0).click()
  await cards.nth(2).click()
  await expect.element(bar.getByText('เลือก 2 เคส')).toBeVisible()
  expect(heights()).toEqual(before)
  expect(await seriousProblems(document.body)).toEqual([])
  await action('รับเคส').click()
  await expect.element(page.getByText('รับแล้ว 2 เคส')).toBeVisible()
  await expect.element(cards.nth(0).getByRole('button', { name: /เปิดแชท/ })).toBeVisible()
  await expect.element(bar).not.toBeInTheDocument()
})
