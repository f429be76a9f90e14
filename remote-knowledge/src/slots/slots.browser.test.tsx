import { seriousProblems } from 'shared/testing/axe-problems.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import KnowledgeBasePage from '../pages/KnowledgeBasePage.page.tsx'
import { CALLS, installMockKnowledge, openKnowledge, server } from '../testing/open-knowledge.tsx'
import AddPromotion from './AddPromotion.slot.tsx'
import KnowledgeCard from './KnowledgeCard.slot.tsx'

installMockKnowledge()

test("the dashboard's card shows the size of the knowledge base and links to the page", async () => {
  await openKnowledge('/dashboard', { Page: KnowledgeCard })
  const card = page.getByRole('region', { name: 'ฐานความรู้' })
  await expect
    .element(card)
    .toMatchTextContent(/ทั่วไป 1,204 ชิ้น · โปรโมชั่น 8 ชิ้น · อัปเดตล่าสุด 23 พ\.ย\. 2569 09:05 น\./)
  expect(await seriousProblems(document.body)).toEqual([])
  await card.getByRole('link', { name: 'ทดสอบค้นหา' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/knowledge-base?tab=search')
})

test("the dashboard's card links to the knowledge base even when its request fails", async () => {
  server.respond(CALLS.sources, { status: 400, body: {} })
  await openKnowledge('/dashboard', { Page: KnowledgeCard })
  await expect.element(page.getByText('โหลดจำนวนข้อมูลไม่สำเร็จ')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'เพิ่มข้อมูลใหม่' })).toBeVisible()
})

test('starts a promotion in the form with the URL and name of an uploaded image', async () => {
  const url = 'https://media.example.com/p/a.png'
  await openKnowledge('/promo-upload', {
    Page: () => (
      <>
        <AddPromotion url={url} name="โปรสงกรานต์.png" />
        <KnowledgeBasePage />
      </>
    ),
  })
  await page.getByRole('button', { name: 'ใช้เป็นโปรโมชั่นในฐานความรู้' }).click()
  await expect.element(page.getByTestId('address')).toHaveTextContent('/knowledge-base?kind=promotion')
  await expect.element(page.getByRole('textbox', { name: 'ชื่อโปรโมชั่น' })).toHaveValue('โปรสงกรานต์')
  await expect.element(page.getByRole('textbox', { name: 'ลิงก์รูปภาพ' })).toHaveValue(url)
  await expect.element(page.getByRole('radio', { name: 'รูปภาพ', exact: true })).toBeChecked()
})
