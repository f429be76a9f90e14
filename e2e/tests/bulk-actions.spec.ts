import { seriousProblems } from '../src/axe-problems.ts'
import { expect, test } from '../src/desk-test.ts'
import { createHttpAgent } from '../src/http-agent.ts'
import { rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS } from '../src/viewports.ts'

for (const size of VIEWPORTS)
  test(`bulk actions on ${size.name} accept, mark as read and close several tickets, and list those that failed`, async ({
    deskUrl,
    openPage,
    simulator,
  }) => {
    test.setTimeout(180_000)
    const isPhone = size.name === 'phone'
    const group = `หลายเคส ${size.name}`
    const names = ['หนึ่ง', 'สอง', 'สาม'].map((name) => `${group} ${name}`) as [string, string, string]
    const [one, two, three] = names
    for (const name of names) await simulator.newCustomer(name)
    const otherAgent = await createHttpAgent(deskUrl, await simulator.staffWith('ADMIN', 1))
    const page = await openPage({
      size,
      staff: await simulator.staffWith('ADMIN'),
      address: `/chat-queue?search=${encodeURIComponent(group)}`,
    })
    const list = page.url()
    await expect(page.locator('[data-ticket-id]')).toHaveCount(3)
    const bar = page.getByRole('region', { name: 'เคสที่เลือก' })
    const pick = async (...picked: string[]) => {
      // Starts the selection mode: table rows always have checkboxes, but cards have them only in this mode.
      if (isPhone && (await bar.count()) === 0)
        await page.getByRole('button', { name: 'เลือก', exact: true }).click()
      for (const name of picked) await page.getByRole('checkbox', { name: `เลือก ${name}` }).click()
      await expect(bar.getByText(`เลือก ${picked.length} เคส`)).toBeVisible()
    }
    const act = (name: string) => bar.getByRole('button', { name, exact: true }).click()

    await pick(one, two)
    if (isPhone) {
      // The browser's Back button ends the selection mode, but does not leave the page.
      await page.goBack()
      await expect(bar).toBeHidden()
      expect(page.url()).toBe(list)
      await expect(rowOf(page, one).getByRole('button', { name: /เปิดแชท/ })).toBeVisible()
    } else {
      await page.keyboard.press('Escape')
      await expect(bar).toBeHidden()
    }

    await pick(one, two, three)
    await otherAgent.accept(three)
    expect(await seriousProblems(page)).toEqual([])
    await act('รับเคส')
    const resultDialog = page.getByRole('dialog', { name: 'ไม่สำเร็จ 1 เคส' })
    await expect(resultDialog).toContainText('รับแล้ว 2 เคส')
    await expect(resultDialog.getByRole('listitem')).toContainText(three)
    expect(await seriousProblems(page)).toEqual([])
    await resultDialog.getByRole('button', { name: 'ปิดหน้าต่าง' }).click()
    await expect(bar.getByText('เลือก 1 เคส')).toBeVisible()
    await act('ยกเลิก')
    await expect(bar).toBeHidden()
    await expect(rowOf(page, one)).toContainText('กำลังดูแล')

    await expect(rowOf(page, one)).toContainText('ยังไม่ได้อ่าน')
    await pick(one, two)
    await act('อ่านแล้ว')
    await expect(page.getByText('ทำเครื่องหมายว่าอ่านแล้ว 2 เคส')).toBeVisible()
    for (const name of [one, two]) await expect(rowOf(page, name)).not.toContainText('ยังไม่ได้อ่าน')
    await expect(rowOf(page, three)).toContainText('ยังไม่ได้อ่าน')

    await pick(one, two)
    await act('ปิดเคส')
    await page.getByRole('dialog', { name: 'ปิด 2 เคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
    await expect(page.getByText('ปิดแล้ว 2 เคส')).toBeVisible()
    await expect(page.locator('[data-ticket-id]')).toHaveCount(1)
    await expect(bar).toBeHidden()
    expect(page.url()).toBe(list)
  })
