import { expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openChat, sendsOf, UNASSIGNED_TICKET } from '../testing/open-conversation.tsx'
import { openQueue } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

const inspector = () => cdp() as unknown as { send: (method: string, given: object) => Promise<unknown> }

/** Presses a key as a Thai keyboard reports it. */
async function press(code: string, key: string, modifiers = 0): Promise<void> {
  const given = { code, key, modifiers, windowsVirtualKeyCode: key === ' ' ? 32 : 0 }
  const text = modifiers > 1 && modifiers < 8 ? {} : { text: key }
  await inspector().send('Input.dispatchKeyEvent', { type: 'keyDown', ...given, ...text })
  await inspector().send('Input.dispatchKeyEvent', { type: 'keyUp', ...given })
}

async function typeLaew(): Promise<void> {
  for (const [code, key] of [
    ['KeyC', 'แ'],
    ['BracketRight', 'ล'],
    ['KeyH', '้'],
    ['Semicolon', 'ว'],
    ['Space', ' '],
  ] as const)
    await press(code, key)
}

const focus = (element: Element) => (element as HTMLElement).focus()

test('inserts typed characters into the reply field, including the first one, whichever element has the focus', async () => {
  const { chat, composer, log } = await openChat()
  const targets = {
    thread: log,
    row: page.getByRole('row', { name: /ธีรภัทร/ }),
    button: chat.getByRole('button', { name: 'ปิดเคส' }),
    'button of another row': page.getByRole('button', { name: 'รับเคส' }).first(),
  }
  for (const [name, target] of Object.entries(targets)) {
    await composer.fill('')
    focus(target.element())
    await typeLaew()
    await expect.element(composer, { message: name }).toHaveValue('แล้ว ')
  }
  await composer.fill('')
  ;(document.activeElement as HTMLElement).blur()
  await typeLaew()
  await expect.element(composer).toHaveValue('แล้ว ')
  expect(sendsOf(desk)).toEqual([])
})

test('typed characters are appended to the draft and replace no selection', async () => {
  const { composer, log } = await openChat()
  await composer.fill('โอน')
  ;(composer.element() as HTMLTextAreaElement).select()
  focus(log.element())
  await typeLaew()
  await expect.element(composer).toHaveValue('โอนแล้ว ')
})

test('characters typed in another text field stay there, Space clicks the focused button, and key combinations insert no text', async () => {
  const { composer, log, chat } = await openChat()
  const search = page.getByRole('searchbox')
  focus(search.element())
  await typeLaew()
  await expect.element(search).toHaveValue('แล้ว ')
  await expect.element(composer).toHaveValue('')
  focus(log.element())
  for (const modifiers of [1, 2, 4]) await press('KeyL', 'ส', modifiers)
  await expect.element(log).toHaveFocus()
  focus(chat.getByRole('button', { name: 'ปิดเคส' }).element())
  await press('Space', ' ')
  await expect.element(page.getByRole('dialog', { name: 'ปิดเคส' })).toBeVisible()
  // The dialog above the conversation receives the keys.
  await press('KeyL', 'ส')
  await expect.element(composer).toHaveValue('')
})

test('typed characters also go into the reply field when the conversation covers the list', async () => {
  await page.viewport(1000, 800)
  await openQueue(`/chat-queue?ticket=${UNASSIGNED_TICKET}`)
  const chat = page.getByRole('dialog')
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect.element(composer).toBeVisible()
  focus(chat.getByRole('log').element())
  await typeLaew()
  await expect.element(composer).toHaveValue('แล้ว ')
})

test('in a closed ticket, typed characters change nothing and no key is intercepted', async () => {
  desk.change(OWN_TICKET, { status: 'CLOSED', closed_at: '2026-11-23T03:04:00.000Z' })
  const taken: boolean[] = []
  const handleEvent = (event: KeyboardEvent) => taken.push(event.defaultPrevented)
  window.addEventListener('keydown', handleEvent)
  await renderPage(MyTicketsPage, `/my-ticket/${OWN_TICKET}`, ['/my-ticket/:id'])
  await expect.element(page.getByText('เคสนี้ปิดแล้ว ไม่สามารถส่งข้อความได้')).toBeVisible()
  const calls = desk.requests.filter(({ call }) => !call.startsWith('GET')).length
  focus(page.getByRole('log').element())
  await typeLaew()
  window.removeEventListener('keydown', handleEvent)
  expect(taken).toEqual([false, false, false, false, false])
  await expect.element(page.getByRole('log')).toHaveFocus()
  expect(desk.requests.filter(({ call }) => !call.startsWith('GET')).length).toBe(calls)
})
