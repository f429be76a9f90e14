import { QueryClientProvider } from '@tanstack/react-query'
import { channelsQuery, createDeskQueryClient } from 'shared/api'
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderHook } from 'vitest-browser-react'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_NAME, openQueue, UNASSIGNED_NAME } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'
import { settled } from '../testing/settled.ts'
import { useChannelOptions } from './use-queue-filters.ts'

installMockDesk()

const channelKey = () => localStorage.getItem('channel_key')

describe('channel sent with every API call', () => {
  test('the channel sent with API calls is the URL’s channel, also after back and forward', async () => {
    const { screen, router, row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    const channel = screen.getByRole('combobox', { name: 'OA', exact: true })
    await channel.selectOptions('OA VIP')
    await expect.element(row(UNASSIGNED_NAME)).not.toBeInTheDocument()
    await channel.selectOptions('OA หลัก')
    // Waits until the list is visible, because the browser skips the history entry of a list that was not rendered.
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    await expect.poll(() => router.state.location.search).toBe('?channel=main')
    await expect.poll(channelKey).toBe('main')
    await router.navigate(-1)
    await expect.element(channel).toHaveValue('vip')
    await expect.poll(channelKey).toBe('vip')
    await router.navigate(-1)
    await expect.element(channel).toHaveValue('')
    await expect.poll(channelKey).toBe(null)
    await router.navigate(1)
    await expect.poll(channelKey).toBe('vip')
  })

  test('the channel sent with API calls does not change when the user leaves a new list before it is rendered', async () => {
    const { screen, router, row } = await openQueue()
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    const channel = screen.getByRole('combobox', { name: 'OA', exact: true })
    await channel.selectOptions('OA VIP')
    await expect.poll(channelKey).toBe('vip')
    const stop = router.subscribe(({ location }) => {
      if (location.search !== '?channel=main') return
      stop()
      // Goes back before the new list is rendered.
      void router.navigate(-1)
    })
    await channel.selectOptions('OA หลัก')
    await expect.poll(() => router.state.location.search).toBe('?channel=vip')
    await expect.element(channel).toHaveValue('vip')
    expect(channelKey()).toBe('vip')
  })

  test('the channel sent with API calls is the URL’s channel when the page opens', async () => {
    localStorage.setItem('channel_key', 'main')
    const { row } = await openQueue('/chat-queue?channel=vip')
    await expect.element(row(/วรัญญู/)).toBeVisible()
    expect(channelKey()).toBe('vip')
  })

  test('the stored channel is restored when the URL has no channel', async () => {
    localStorage.setItem('channel_key', 'main')
    const { screen, router, row } = await openQueue()
    await expect.element(screen.getByRole('combobox', { name: 'OA', exact: true })).toHaveValue('main')
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    await expect.element(row(/วรัญญู/)).not.toBeInTheDocument()
    expect(router.state.location.search).toBe('?channel=main')
    expect(channelKey()).toBe('main')
  })

  test.each([
    ['from a link', '/chat-queue?channel=nope', null],
    ['from the stored value', '/chat-queue', 'oldoa'],
  ])('a channel to which the user has no access is deselected, %s', async (_, address, stored) => {
    if (stored !== null) localStorage.setItem('channel_key', stored)
    const { screen, router, row } = await openQueue(address)
    await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
    await expect.element(screen.getByRole('combobox', { name: 'OA', exact: true })).toHaveValue('')
    await expect.poll(channelKey).toBe(null)
    expect(router.state.location.search).toBe('')
  })

  test('a channel to which the user has no access is deselected in My Tickets too', async () => {
    const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets?channel=nope')
    await expect.element(screen.getByRole('row', { name: OWN_NAME })).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  describe('channel that is missing in a cached channel list', () => {
    const draw = async (channel: string) => {
      const client = createDeskQueryClient()
      client.setQueryData(channelsQuery.queryKey, [])
      const change = vi.fn()
      const drawn = await renderHook(
        (props?: { isListRendered: boolean }) =>
          useChannelOptions(channel, change, props?.isListRendered ?? false),
        {
          wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
        },
      )
      const names = () => drawn.result.current.map(({ value }) => value)
      return { ...drawn, client, change, names }
    }

    test('a channel missing in the cached channel list stays selected if it is in the current list', async () => {
      const { rerender, change, names } = await draw('vip')
      await rerender({ isListRendered: true })
      await expect.poll(names).toContain('vip')
      expect(change).not.toHaveBeenCalled()
    })

    test('a channel missing in the cached channel list is deselected if it is missing in the current list too', async () => {
      const { rerender, change, names } = await draw('nope')
      expect(change).not.toHaveBeenCalled()
      await rerender({ isListRendered: true })
      await expect.poll(() => change.mock.calls).toEqual([[{ channel: '' }, { replace: true }]])
      expect(names()).toContain('vip')
    })

    test('a channel missing in the cached channel list stays selected if the current list cannot be fetched', async () => {
      desk.fail(/channels/, { status: 403, body: { code: 'forbidden' } })
      const { rerender, client, change } = await draw('vip')
      await rerender({ isListRendered: true })
      await expect.poll(() => desk.count(/channels/)).toBe(1)
      await settled(client)
      expect(change).not.toHaveBeenCalled()
    })
  })

  test('a channel in a changed URL is stored before its list is fetched', async () => {
    const headers: (string | null)[] = []
    const { screen, router } = await openQueue('/chat-queue?channel=vip')
    await expect.element(screen.getByRole('row', { name: /วรัญญู/ })).toBeVisible()
    const originalFetch = globalThis.fetch
    globalThis.fetch = (input, init) => {
      if (String(input).includes('channel_key=main'))
        headers.push(new Headers(init?.headers).get('X-Channel-Key'))
      return originalFetch(input, init)
    }
    await router.navigate('/chat-queue?channel=main')
    await expect.element(screen.getByRole('row', { name: UNASSIGNED_NAME })).toBeVisible()
    globalThis.fetch = originalFetch
    expect(headers[0]).toBe('main')
  })
})

describe('stored search', () => {
  test.each(['?order=newest', '?unread=1', '?page=1', '?search='])(
    'the stored search is not added to a URL with list parameters: %s',
    async (query) => {
      localStorage.setItem('queue_search', 'ธีรภัทร')
      const { screen, router, row } = await openQueue(`/chat-queue${query}`)
      await expect.element(row(UNASSIGNED_NAME)).toBeVisible()
      await expect.element(row(OWN_NAME)).toBeVisible()
      await expect.element(screen.getByRole('searchbox')).toHaveValue('')
      expect(router.state.location.search).toBe(query)
      expect(desk.count(/search=%/)).toBe(0)
    },
  )

  test('the stored search is not added to the URL of a tab of the user’s own tickets', async () => {
    localStorage.setItem('my_ticket_search', 'ธีรภัทร')
    const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets?tab=closed')
    await expect.element(screen.getByText('ไม่มีเคสในแท็บนี้')).toBeVisible()
    expect(router.state.location.search).toBe('?tab=closed')
  })

  test('the stored search is removed when going back removes the search from the URL', async () => {
    const { screen, router } = await renderPage(MyTicketsPage, '/my-tickets')
    await screen.getByRole('searchbox').fill('ธีรภัทร')
    await userEvent.keyboard('{Enter}')
    const stored = () => localStorage.getItem('my_ticket_search')
    await expect.poll(stored).toBe('ธีรภัทร')
    await expect.poll(() => router.state.location.search).not.toBe('')
    await router.navigate(-1)
    await expect.poll(stored).toBe(null)
  })
})
