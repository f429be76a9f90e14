import { describe, expect, test } from 'vitest'
import ChatQueuePage from '../pages/ChatQueuePage.page.tsx'
import MyTicketsPage from '../pages/MyTicketsPage.page.tsx'
import { desk, installMockDesk, replaceMockDesk } from '../testing/installed-desk.ts'
import { idOf, OWN_NAME, waitingTickets } from '../testing/open-queue.tsx'
import { renderPage } from '../testing/render-page.tsx'

installMockDesk()

describe('ticket id prefix in the URL', () => {
  test.each(['/my-ticket/b81d04fe', '/my-tickets?open=B81D04FE'])(
    'opens the ticket of %s',
    async (address) => {
      const { screen } = await renderPage(MyTicketsPage, address, [
        '/my-tickets',
        '/my-ticket/:id',
        '/chat-queue',
      ])
      await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
    },
  )

  test('an id prefix in the URL also opens a closed ticket', async () => {
    desk.change(idOf(OWN_NAME), { status: 'CLOSED', closed_at: new Date().toISOString() })
    const { screen } = await renderPage(MyTicketsPage, '/my-ticket/b81d04fe', [
      '/my-tickets',
      '/my-ticket/:id',
    ])
    await expect.element(screen.getByRole('complementary', { name: OWN_NAME })).toBeVisible()
  })

  test('redirects an id prefix in the URL to a queue search when several tickets match', async () => {
    replaceMockDesk({ tickets: waitingTickets(3) })
    const { router } = await renderPage(ChatQueuePage, '/chat-queue?ticket=10000')
    await expect.poll(() => router.state.location.search).toBe('?search=10000&closed=1')
  })

  test('offers the way back to the queue when no ticket matches the id in the URL', async () => {
    const { screen, router } = await renderPage(MyTicketsPage, '/my-ticket/00000000', [
      '/my-tickets',
      '/my-ticket/:id',
      '/chat-queue',
    ])
    const panel = screen.getByRole('complementary', { name: 'แชท' })
    await panel.getByRole('button', { name: /คิวแชท/ }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/chat-queue')
  })
})
