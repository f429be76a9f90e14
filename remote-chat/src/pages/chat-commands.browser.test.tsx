import { offeredCommands } from 'shared/extensions'
import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET, openTicket } from '../testing/open-conversation.tsx'
import { idNo, openQueue, waitingTickets } from '../testing/open-queue.tsx'

installMockDesk()

/** Runs a command as the host does for its shortcut. */
const run = (id: string) =>
  offeredCommands()
    .find((each) => each.id === id)
    ?.run()
const untilCommandsOffered = () => expect.poll(() => offeredCommands().length).toBeGreaterThan(0)
const focusedRow = () => document.activeElement?.getAttribute('data-ticket-id')

/** Browser shortcuts with Alt: menus, the address bar, the start page, and history navigation. */
const BROWSER_ALT_KEYS = ['KeyD', 'KeyE', 'KeyF', 'Home', 'ArrowLeft', 'ArrowRight', 'Space', 'Tab', 'F4']

test('every shortcut has a modifier and conflicts with no other command or browser shortcut', async () => {
  await openQueue()
  await untilCommandsOffered()
  const keys = offeredCommands().flatMap(({ shortcut }) => shortcut ?? [])
  expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(keys.length)
  expect(keys.filter(({ modifier }) => modifier !== 'alt')).toEqual([])
  expect(keys.filter(({ code }) => BROWSER_ALT_KEYS.includes(code))).toEqual([])
})

test('the first shortcut loads the code of the commands and then runs', async () => {
  // Imports the code in advance, because a shortcut is run only within a second of the key press.
  await import('./chat-commands.ts')
  // Simulates a page that is never idle.
  const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0)
  onTestFinished(() => idle.mockRestore())
  replaceMockDesk({ tickets: waitingTickets(3) })
  const { row } = await openQueue()
  await expect.element(row(/คนที่ 3\./)).toBeVisible()
  expect(offeredCommands()).toEqual([])
  const pressed: string[] = []
  // Handles shortcuts as the host does.
  const host = ({ code, altKey }: KeyboardEvent) => {
    const command = offeredCommands().find(({ shortcut }) => altKey && shortcut?.code === code)
    if (command === undefined) return
    pressed.push(command.id)
    command.run()
  }
  document.addEventListener('keydown', host)
  onTestFinished(() => document.removeEventListener('keydown', host))
  await userEvent.keyboard('{Alt>}j{/Alt}')
  await expect.poll(() => pressed).toEqual(['next'])
  expect(focusedRow()).toBe(idNo(1))
  await userEvent.keyboard('{Alt>}jk{/Alt}')
  expect(pressed).toEqual(['next', 'next', 'previous'])
})

test('shortcuts move through rows and accept tickets', async () => {
  replaceMockDesk({ tickets: waitingTickets(5) })
  const { row } = await openQueue()
  await expect.element(row(/คนที่ 5\./)).toBeVisible()
  await untilCommandsOffered()
  run('next')
  expect(focusedRow()).toBe(idNo(1))
  run('next')
  expect(focusedRow()).toBe(idNo(2))
  run('previous')
  run('previous')
  expect(focusedRow()).toBe(idNo(1))
  run('search')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  run('next')
  run('accept')
  await expect.poll(() => desk.tickets.get(idNo(1))?.assigned_to?.id).toBe(desk.me.id)
})

test('when the conversation covers the list, a command opens the next ticket, and commands apply to that ticket', async () => {
  await page.viewport(1000, 800)
  replaceMockDesk({ tickets: waitingTickets(3) })
  desk.suggestions.items = [mockSuggestion({ text: 'สวัสดีค่ะ' })]
  const { router } = await openQueue(`/chat-queue?ticket=${idNo(1)}`)
  const chat = page.getByRole('dialog')
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect.element(composer).toBeVisible()
  await untilCommandsOffered()
  const offered = () =>
    offeredCommands()
      .filter(({ isOfUse }) => isOfUse?.())
      .map(({ id }) => id)
  await expect.poll(offered).toEqual(['accept'])
  // The command `next` needs the rows behind the conversation.
  await expect.poll(() => document.querySelectorAll('[data-ticket-id]').length).toBe(3)
  run('search')
  await expect.element(page.getByRole('searchbox', { includeHidden: true })).not.toHaveFocus()
  run('next')
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('ticket')).toBe(idNo(2))
  await expect.element(chat.getByRole('heading', { name: 'ลูกค้าคนที่ 2.' })).toBeVisible()
  await expect.element(composer).toBeVisible()
  await expect.element(chat.getByRole('button', { name: 'สวัสดีค่ะ' })).toBeVisible()
  run('chip-1')
  await expect.element(composer).toHaveValue('สวัสดีค่ะ')
  run('accept')
  await expect.poll(() => desk.tickets.get(idNo(2))?.assigned_to?.id).toBe(desk.me.id)
})

test('commands insert a suggestion chip, and close the ticket after a confirmation', async () => {
  desk.suggestions.items = [mockSuggestion({ text: 'สวัสดีค่ะ' })]
  const { composer, chat } = await openTicket(OWN_TICKET)
  await untilCommandsOffered()
  const chips = chat.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true }).getByRole('button')
  await expect.element(chips.first()).toBeVisible()
  ;(document.activeElement as HTMLElement | null)?.blur()
  run('chip-1')
  await expect.element(composer).not.toHaveValue('')
  run('close')
  await expect.element(page.getByRole('dialog', { name: 'ปิดเคส' })).toBeVisible()
})
