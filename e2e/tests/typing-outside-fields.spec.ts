import type { Page } from '@playwright/test'
import { AGENT_WORDS, keysOfThai } from 'shared/testing/thai-typing.ts'
import { expect, test } from '../src/desk-test.ts'
import { openTicket, rowOf } from '../src/open-ticket.ts'
import { VIEWPORTS, type Viewport } from '../src/viewports.ts'

const [desktop] = VIEWPORTS
/** Window size that fits a table, but is too narrow for a conversation next to the table. */
const NARROW: Viewport = { ...desktop, width: 1000, height: 800 }
const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex], input[type=checkbox]'
/** One word for each possible first key, and `แล้ว`, which is typed with a Space that would press a focused button. */
const FIRST_KEYS = ['แล้ว', ...new Map(AGENT_WORDS.map((word) => [word[0], word])).values()]

/** Returns a function that types a text on a Thai keyboard. */
async function thaiKeyboard(page: Page): Promise<(text: string) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  return async (text) => {
    for (const { code, key, shiftKey } of keysOfThai(text)) {
      const pressed = { code, key, modifiers: shiftKey ? 8 : 0 }
      const keyCode = key === ' ' ? 32 : 0
      await session.send('Input.dispatchKeyEvent', {
        ...pressed,
        type: 'keyDown',
        text: key,
        windowsVirtualKeyCode: keyCode,
      })
      await session.send('Input.dispatchKeyEvent', {
        ...pressed,
        type: 'keyUp',
        windowsVirtualKeyCode: keyCode,
      })
    }
  }
}

/** Collects the requests with which the page changes data on the server, except read marks. */
function changesOf(page: Page): string[] {
  const changes: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && !pathname.endsWith('/read'))
      changes.push(`${request.method()} ${pathname}`)
  })
  return changes
}

/** Numbers the visible focusable elements of the page, and returns their count. The body has number -1. */
async function focusables(page: Page): Promise<number> {
  return page.evaluate((selector) => {
    const shown = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) =>
      each.checkVisibility(),
    )
    for (const [index, each] of shown.entries()) each.dataset.focusNumber = String(index)
    return shown.length
  }, FOCUSABLE)
}
const focus = (page: Page, index: number) =>
  page.evaluate((number) => {
    const element = document.querySelector<HTMLElement>(`[data-focus-number="${number}"]`)
    if (element === null) (document.activeElement as HTMLElement | null)?.blur()
    else element.focus()
  }, index)

for (const size of [desktop, NARROW])
  test(`words typed with any focus next to a conversation are entered as text at ${size.width} px`, async ({
    openPage,
    simulator,
  }) => {
    test.setTimeout(400_000)
    const [one, two] = [`พิมพ์นอกช่อง หนึ่ง ${size.width}`, `พิมพ์นอกช่อง สอง ${size.width}`] as const
    for (const name of [one, two]) await simulator.newCustomer(name)
    const page = await openPage({
      size,
      staff: await simulator.staffWith('ADMIN'),
      address: `/chat-queue?search=${encodeURIComponent(`พิมพ์นอกช่อง`)}`,
    })
    await rowOf(page, one).getByRole('button', { name: 'รับเคส' }).click()
    const composer = page.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
    await expect(composer).toBeFocused()
    await expect(page.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'ปิดเคส' }).last()).toBeVisible()
    const type = await thaiKeyboard(page)
    const changes = changesOf(page)
    const address = page.url()
    const count = await focusables(page)
    expect(count).toBeGreaterThan(5)
    for (let index = -1; index < count; index += 1) {
      await composer.fill('')
      await focus(page, index)
      await type('แล้ว ')
      await expect(composer, `focus ${index}`).toHaveValue('แล้ว ')
    }
    const log = page.getByRole('log')
    for (const words of [FIRST_KEYS, AGENT_WORDS]) {
      await composer.fill('')
      for (const word of words) {
        if (words === FIRST_KEYS) await log.focus()
        await type(word)
      }
      await expect(composer).toHaveValue(words.join(''))
    }
    expect(page.url()).toBe(address)
    expect(changes).toEqual([])
    expect(await page.getByRole('dialog', { name: 'ปิดเคส' }).count()).toBe(0)
  })

test('typed words are ignored when no conversation is open, or when its ticket is closed', async ({
  openPage,
  simulator,
}) => {
  test.setTimeout(400_000)
  const name = 'พิมพ์ในคิว'
  await simulator.newCustomer(name)
  const page = await openPage({
    size: desktop,
    staff: await simulator.staffWith('ADMIN'),
    address: `/chat-queue?search=${encodeURIComponent(name)}`,
  })
  await expect(rowOf(page, name)).toBeVisible()
  const type = await thaiKeyboard(page)
  const changes = changesOf(page)
  async function typeEverywhere(): Promise<void> {
    const address = page.url()
    const count = await focusables(page)
    for (let index = -1; index < count; index += 1) {
      await focus(page, index)
      await type('แล้ว ')
      if (index < 0) for (const word of FIRST_KEYS) await type(word)
      expect(page.url()).toBe(address)
      expect(await page.getByRole('dialog').count()).toBe(0)
    }
    expect(changes).toEqual([])
  }
  await typeEverywhere()
  await rowOf(page, name).getByRole('button', { name: 'รับเคส' }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'ปิดเคส' }).click()
  await page.getByRole('dialog', { name: 'ปิดเคส' }).getByRole('button', { name: 'ปิดเคส' }).click()
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.goto(page.url().replace(/search=[^&]*/, 'closed=1&$&'))
  await openTicket(page, name)
  await expect(page.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
  changes.length = 0
  await typeEverywhere()
})
