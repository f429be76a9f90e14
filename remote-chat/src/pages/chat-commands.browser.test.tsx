import { offeredCommands } from 'shared/extensions'
import { mockSuggestion } from 'shared/testing/mock-suggestions.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { OWN_CASE, openCase } from '../testing/open-conversation.tsx'
import { idNo, many, openQueue } from '../testing/open-queue.tsx'

installMockDesk()

/** The host's part: it looks for the key's command and runs it. */
const run = (id: string) =>
  offeredCommands()
    .find((each) => each.id === id)
    ?.run()
const commandsCome = () => expect.poll(() => offeredCommands().length).toBeGreaterThan(0)
const focusedRow = () => document.activeElement?.getAttribute('data-ticket-id')

test('no two commands have the same key', async () => {
  await openQueue()
  await commandsCome()
  const keys = offeredCommands().map(({ shortcut }) => JSON.stringify(shortcut))
  expect(new Set(keys).size).toBe(keys.length)
})

test('the first key fetches what it does, and is not lost', async () => {
  // So that the second within which a key is carried out does not pass in fetching.
  await import('./chat-commands.ts')
  // A page that is never idle.
  const idle = vi.spyOn(window, 'requestIdleCallback').mockReturnValue(0)
  onTestFinished(() => idle.mockRestore())
  replaceMockDesk({ tickets: many(3) })
  const { row } = await openQueue()
  await expect.element(row(/คนที่ 3\./)).toBeVisible()
  expect(offeredCommands()).toEqual([])
  const pressed: string[] = []
  // The host's part.
  const host = ({ code }: KeyboardEvent) => {
    const command = offeredCommands().find(({ shortcut }) => shortcut?.code === code)
    if (command === undefined) return
    pressed.push(command.id)
    command.run()
  }
  document.addEventListener('keydown', host)
  onTestFinished(() => document.removeEventListener('keydown', host))
  await userEvent.keyboard('j')
  await expect.poll(() => pressed).toEqual(['next'])
  expect(focusedRow()).toBe(idNo(1))
  await userEvent.keyboard('jk')
  expect(pressed).toEqual(['next', 'next', 'previous'])
})

test('rows are walked through, ticked, opened and accepted', async () => {
  replaceMockDesk({ tickets: many(5) })
  const { row, router } = await openQueue()
  await expect.element(row(/คนที่ 5\./)).toBeVisible()
  await commandsCome()
  run('next')
  expect(focusedRow()).toBe(idNo(1))
  run('next')
  expect(focusedRow()).toBe(idNo(2))
  run('previous')
  run('previous')
  expect(focusedRow()).toBe(idNo(1))
  run('pick')
  await expect.element(page.getByRole('checkbox', { name: 'เลือก ลูกค้าคนที่ 1.' })).toBeChecked()
  run('search')
  await expect.element(page.getByRole('searchbox')).toHaveFocus()
  run('next')
  run('open')
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('ticket')).toBe(idNo(1))
  run('accept')
  await expect.poll(() => desk.tickets.get(idNo(1))?.assigned_to?.id).toBe(desk.me.id)
})

test('where the conversation covers the list, the next one takes its place, and it is answered there', async () => {
  await page.viewport(1000, 800)
  replaceMockDesk({ tickets: many(3) })
  desk.suggestions.items = [mockSuggestion({ text: 'สวัสดีค่ะ' })]
  const { router } = await openQueue(`/chat-queue?ticket=${idNo(1)}`)
  const chat = page.getByRole('dialog')
  const composer = chat.getByRole('textbox', { name: 'พิมพ์ข้อความ' })
  await expect.element(composer).toBeVisible()
  await commandsCome()
  const offered = () =>
    offeredCommands()
      .filter(({ isOfUse }) => isOfUse?.())
      .map(({ id }) => id)
  await expect.poll(offered).toEqual(['accept', 'write'])
  // The list behind it is what `next` goes by.
  await expect.poll(() => document.querySelectorAll('[data-ticket-id]').length).toBe(3)
  run('search')
  await expect.element(page.getByRole('searchbox', { includeHidden: true })).not.toHaveFocus()
  run('next')
  await expect.poll(() => new URLSearchParams(router.state.location.search).get('ticket')).toBe(idNo(2))
  await expect.element(chat.getByRole('heading', { name: 'ลูกค้าคนที่ 2.' })).toBeVisible()
  await expect.element(composer).toBeVisible()
  run('write')
  await expect.element(composer).toHaveFocus()
  await expect.element(chat.getByRole('button', { name: 'สวัสดีค่ะ' })).toBeVisible()
  run('chip-1')
  await expect.element(composer).toHaveValue('สวัสดีค่ะ')
  run('accept')
  await expect.poll(() => desk.tickets.get(idNo(2))?.assigned_to?.id).toBe(desk.me.id)
})

test('a conversation is answered with a chip, and closed after the question', async () => {
  desk.suggestions.items = [mockSuggestion({ text: 'สวัสดีค่ะ' })]
  const { composer, chat } = await openCase(OWN_CASE)
  await commandsCome()
  const chips = chat.getByRole('list', { name: 'ข้อความสำเร็จรูป', exact: true }).getByRole('button')
  await expect.element(chips.first()).toBeVisible()
  ;(document.activeElement as HTMLElement | null)?.blur()
  run('chip-1')
  await expect.element(composer).not.toHaveValue('')
  ;(document.activeElement as HTMLElement | null)?.blur()
  run('write')
  await expect.element(composer).toHaveFocus()
  run('close')
  await expect.element(page.getByRole('dialog', { name: 'ปิดเคส' })).toBeVisible()
})
