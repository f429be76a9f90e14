import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { arrive, idNo, openQueue, ownTickets } from '../testing/open-queue.tsx'
import { settled } from '../testing/settled.ts'

installMockDesk()

const boxOf = (element: Element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { left, right, top, bottom }
}

/** Returns the box of an element's text, which is narrower than a header cell. */
function textOf(element: Element) {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

test.each([
  [1440, 900, ''],
  [1440, 900, idNo(1)],
  [1100, 800, idNo(1)],
  [900, 800, ''],
  [390, 844, ''],
])('the count of new tickets at %i × %i %s moves nothing and covers nothing', async (width, height, open) => {
  await page.viewport(width, height)
  replaceMockDesk({ tickets: ownTickets(30) })
  const { screen, client } = await openQueue(open === '' ? '/chat-queue' : `/chat-queue?ticket=${open}`)
  await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
  await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
  // Waits until the options of the selects are loaded.
  await expect.poll(() => document.querySelectorAll('search option').length).toBeGreaterThan(8)
  if (open !== '') await expect.element(screen.getByRole('textbox', { name: 'พิมพ์ข้อความ' })).toBeVisible()
  // Waits until all tickets are loaded that exist at the start of the test.
  await settled(client)
  const still = () => [...document.querySelectorAll('search > *, [data-ticket-id], th')].map(boxOf)
  const before = still()
  arrive('คนมาใหม่ ก')
  const pill = screen.getByRole('button', { name: 'มีเคสใหม่ 1' })
  await expect.element(pill).toBeVisible()
  expect(still()).toEqual(before)
  const box = boxOf(pill.element())
  const words = [
    ...document.querySelectorAll(
      'search :not(option), [data-ticket-id] *, th:not([data-column="actions"], [data-layout="narrow"] [data-column="unread"])',
    ),
  ].filter(
    (each) => each.childElementCount === 0 && !(each instanceof HTMLButtonElement && each.textContent === ''),
  )
  expect(words.length).toBeGreaterThan(30)
  const covered = words.filter((each) => {
    const { left, right, top, bottom } = textOf(each)
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top
  })
  expect(covered.map((each) => each.textContent)).toEqual([])
  // A two-digit count does not make the button larger.
  for (let number = 2; number <= 12; number++) arrive(`คนมาใหม่ ${number}`)
  const twelve = screen.getByRole('button', { name: 'มีเคสใหม่ 12' })
  await expect.element(twelve).toBeVisible()
  expect(boxOf(twelve.element())).toEqual(box)
  expect(still()).toEqual(before)
})

test('the count of new tickets is limited to the size of a page, with a plus sign', async () => {
  await page.viewport(1440, 900)
  replaceMockDesk({ tickets: ownTickets(30) })
  const { screen, client } = await openQueue()
  await expect.poll(() => desk.count(/order=-opened_at.*page=1\b/)).toBeGreaterThan(0)
  await expect.element(screen.getByText(/จาก 30 เคส/)).toBeVisible()
  await settled(client)
  for (let number = 1; number <= 25; number++) arrive(`คนมาใหม่ ${number}`)
  await expect.element(screen.getByRole('button', { name: 'มีเคสใหม่ 20+' })).toBeVisible()
})
