import { QueryClientProvider } from '@tanstack/react-query'
import { channelsQuery, createDeskQueryClient } from 'shared/api'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderHook } from 'vitest-browser-react'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { HELD, NEW, openQueue } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { settled } from '../testing/settled.ts'
import { useChannelOptions } from './use-queue-filters.ts'

installMockDesk()

const channelKey = () => localStorage.getItem('channel_key')

describe('the account that goes with every call', () => {
  test('is that of the address, also after a step back and on', async () => {
    const { screen, router, row } = await openQueue()
    await expect.element(row(NEW)).toBeVisible()
    const account = screen.getByRole('combobox', { name: 'OA', exact: true })
    await account.selectOptions('OA VIP')
    await expect.element(row(NEW)).not.toBeInTheDocument()
    await account.selectOptions('OA หลัก')
    // Who goes back has seen where they were.
    await expect.element(row(NEW)).toBeVisible()
    await expect.poll(() => router.state.location.search).toBe('?channel=main')
    await expect.poll(channelKey).toBe('main')
    await router.navigate(-1)
    await expect.element(account).toHaveValue('vip')
    await expect.poll(channelKey).toBe('vip')
    await router.navigate(-1)
    await expect.element(account).toHaveValue('')
    await expect.poll(channelKey).toBe(null)
    await router.navigate(1)
    await expect.poll(channelKey).toBe('vip')
  })

  test('is not that of a list that nobody has seen: who goes back sooner was never there', async () => {
    const { screen, router, row } = await openQueue()
    await expect.element(row(NEW)).toBeVisible()
    const account = screen.getByRole('combobox', { name: 'OA', exact: true })
    await account.selectOptions('OA VIP')
    await expect.poll(channelKey).toBe('vip')
    const stop = router.subscribe(({ location }) => {
      if (location.search !== '?channel=main') return
      stop()
      // Before anything is drawn.
      void router.navigate(-1)
    })
    await account.selectOptions('OA หลัก')
    await expect.poll(() => router.state.location.search).toBe('?channel=vip')
    await expect.element(account).toHaveValue('vip')
    expect(channelKey()).toBe('vip')
  })

  test('is that of the address when the page is opened', async () => {
    localStorage.setItem('channel_key', 'main')
    const { row } = await openQueue('/chat-queue?channel=vip')
    await expect.element(row(/วรัญญู/)).toBeVisible()
    expect(channelKey()).toBe('vip')
  })

  test('is also that of the list where the address says none: what was chosen before comes back', async () => {
    localStorage.setItem('channel_key', 'main')
    const { screen, router, row } = await openQueue()
    await expect.element(screen.getByRole('combobox', { name: 'OA', exact: true })).toHaveValue('main')
    await expect.element(row(NEW)).toBeVisible()
    await expect.element(row(/วรัญญู/)).not.toBeInTheDocument()
    expect(router.state.location.search).toBe('?channel=main')
    expect(channelKey()).toBe('main')
  })

  test.each([
    ['by a link', '/chat-queue?channel=nope', null],
    ['as it was kept', '/chat-queue', 'oldoa'],
  ])('is dropped when it is none of one’s own (any more), %s', async (_, address, kept) => {
    if (kept !== null) localStorage.setItem('channel_key', kept)
    const { screen, router, row } = await openQueue(address)
    await expect.element(row(NEW)).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'OA', exact: true })).toHaveValue('')
    await expect.poll(channelKey).toBe(null)
    expect(router.state.location.search).toBe('')
  })

  test('is dropped in one’s own tickets too', async () => {
    const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets?channel=nope')
    await expect.element(screen.getByRole('row', { name: HELD })).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  describe('which a list of accounts kept from before does not name', () => {
    const draw = async (channel: string) => {
      const client = createDeskQueryClient()
      client.setQueryData(channelsQuery.queryKey, [])
      const change = vi.fn()
      const drawn = await renderHook(
        (props?: { isListDrawn: boolean }) => useChannelOptions(channel, change, props?.isListDrawn ?? false),
        {
          wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
        },
      )
      const names = () => drawn.result.current.map(({ value }) => value)
      return { ...drawn, client, change, names }
    }

    test('stays where it was connected since', async () => {
      const { rerender, change, names } = await draw('vip')
      await rerender({ isListDrawn: true })
      await expect.poll(names).toContain('vip')
      expect(change).not.toHaveBeenCalled()
    })

    test('is dropped where it is not among those of now, either', async () => {
      const { rerender, change, names } = await draw('nope')
      expect(change).not.toHaveBeenCalled()
      await rerender({ isListDrawn: true })
      await expect.poll(() => change.mock.calls).toEqual([[{ channel: '' }, { replace: true }]])
      expect(names()).toContain('vip')
    })

    test('stays where those of now are not to be had', async () => {
      desk.fail(/channels/, { status: 403, body: { code: 'forbidden' } })
      const { rerender, client, change } = await draw('vip')
      await rerender({ isListDrawn: true })
      await expect.poll(() => desk.count(/channels/)).toBe(1)
      await settled(client)
      expect(change).not.toHaveBeenCalled()
    })
  })

  test('is there before the list of the other account is asked for', async () => {
    const headers: (string | null)[] = []
    const { screen, router } = await openQueue('/chat-queue?channel=vip')
    await expect.element(screen.getByRole('row', { name: /วรัญญู/ })).toBeVisible()
    const asked = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (String(input).includes('channel_key=main'))
        headers.push(new Headers(init?.headers).get('X-Channel-Key'))
      return asked(input, init)
    }
    await router.navigate('/chat-queue?channel=main')
    await expect.element(screen.getByRole('row', { name: NEW })).toBeVisible()
    globalThis.fetch = asked
    expect(headers[0]).toBe('main')
  })
})

describe('a kept search', () => {
  test.each(['?order=newest', '?unread=1', '?page=1', '?search='])(
    'is not mixed into an address that says what to show: %s',
    async (query) => {
      localStorage.setItem('queue_search', 'ธีรภัทร')
      const { screen, router, row } = await openQueue(`/chat-queue${query}`)
      await expect.element(row(NEW)).toBeVisible()
      await expect.element(row(HELD)).toBeVisible()
      await expect.element(screen.getByRole('searchbox')).toHaveValue('')
      expect(router.state.location.search).toBe(query)
      expect(desk.count(/search=%/)).toBe(0)
    },
  )

  test('nor into a tab of one’s own tickets', async () => {
    localStorage.setItem('my_ticket_search', 'ธีรภัทร')
    const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets?tab=closed')
    await expect.element(screen.getByText('ไม่มีเคสในแท็บนี้')).toBeVisible()
    expect(router.state.location.search).toBe('?tab=closed')
  })

  test('is forgotten with the step back that takes it out of the address', async () => {
    const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets')
    await screen.getByRole('searchbox').fill('ธีรภัทร')
    await userEvent.keyboard('{Enter}')
    const kept = () => localStorage.getItem('my_ticket_search')
    await expect.poll(kept).toBe('ธีรภัทร')
    await expect.poll(() => router.state.location.search).not.toBe('')
    await router.navigate(-1)
    await expect.poll(kept).toBe(null)
  })
})
