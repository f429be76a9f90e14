import { describe, expect, test, vi } from 'vitest'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { idOf, OWN_NAME, openQueue } from '../testing/open-queue.tsx'
import { frames, settled } from '../testing/settled.ts'
import { Contact } from '../ticket-list/TicketCells.tsx'

// Counts row renders: each render of a row renders its customer once.
vi.mock('../ticket-list/TicketCells.tsx', { spy: true })

installMockDesk()

describe('search field of the queue', () => {
  test('a search does not undo a filter that was changed during the debounce', async () => {
    const { screen, row, router } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    await screen.getByRole('searchbox').fill('ธีร')
    await screen.getByRole('combobox', { name: 'OA', exact: true }).selectOptions('OA หลัก')
    await row(OWN_NAME).getByRole('button', { name: 'เปิดแชท' }).click()
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(router.state.location.search)))
      .toEqual({ search: 'ธีร', channel: 'main', ticket: idOf(OWN_NAME) })
  })

  test('the search field keeps a trailing space while the user types', async () => {
    const { screen, router } = await openQueue()
    await screen.getByRole('searchbox').fill('ธีรภัทร ')
    await expect.poll(() => new URLSearchParams(router.state.location.search).get('search')).toBe('ธีรภัทร')
    await expect.element(screen.getByRole('searchbox')).toHaveValue('ธีรภัทร ')
  })

  test('renders no list row again for a key press in the search or a fetch without changes', async () => {
    const { screen, row, client } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => desk.count(/GET \/api\/staff\/agents/)).toBeGreaterThan(0)
    const field = screen.getByRole('searchbox').element() as HTMLInputElement
    field.focus()
    await settled(client)
    const drawn = vi.mocked(Contact)
    drawn.mockClear()
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    // Types all keys without delay, so that a slow machine does not start a search in between.
    for (const text of ['ก', 'กา', 'กาน', '']) {
      setValue?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
      expect(field.value).toBe(text)
    }
    await frames()
    expect(drawn).not.toHaveBeenCalled()
    const before = desk.count(/page_size=20/)
    await client.refetchQueries({ queryKey: ['tickets', 'list'] })
    expect(desk.count(/page_size=20/)).toBeGreaterThan(before)
    await frames()
    expect(drawn).not.toHaveBeenCalled()
    desk.change(idOf(OWN_NAME), { subject: 'อื่นๆ' })
    await expect.element(row(OWN_NAME)).toMatchTextContent(/อื่นๆ/)
    expect(drawn).toHaveBeenCalledTimes(1)
  })
})
