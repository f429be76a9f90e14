import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { idOf, OWN_NAME, openQueue } from '../testing/open-queue.tsx'
import { frames, settled } from '../testing/settled.ts'

installMockDesk()

describe('connection status', () => {
  test('the connection status shows "Live Update" in full on a phone', async () => {
    await page.viewport(390, 844)
    const { screen } = await openQueue()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
  })

  test('the connection status does not show "Live Update" while the list cannot be fetched, and announces the change once', async () => {
    const { screen, row, client } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    desk.fail(/page_size=20/, 'network', 100)
    const texts: (string | null)[] = []
    const badge = screen.getByRole('status').filter({ hasText: 'Live Update' }).element()
    new MutationObserver(() => texts.push(badge.textContent)).observe(badge, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    void client.refetchQueries({ queryKey: ['tickets', 'list'] })
    await expect.element(screen.getByText('ข้อมูลไม่อัปเดต')).toBeVisible()
    await expect.element(screen.getByText(/ข้อมูลเมื่อ/)).toBeVisible()
    expect(texts).toEqual(['ข้อมูลไม่อัปเดต'])
  })

  test.each([
    ['the list', /page_size=20/, ['tickets', 'list']],
    ['a count', /page_size=1$|page_size=1&/, ['tickets', 'list']],
    ['the open conversation', /messages/, ['messages']],
  ])('the status shows a first failed fetch of %s, and the recovery', async (_, call, queryKey) => {
    const { screen, row, client } = await openQueue(`/chat-queue?ticket=${idOf(OWN_NAME)}`)
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => client.isFetching()).toBe(0)
    desk.fail(call, { status: 503, body: {} }, 100)
    void client.refetchQueries({ queryKey })
    await expect.element(screen.getByText('ข้อมูลไม่อัปเดต')).toBeVisible()
    expect(screen.getByText('Live Update').elements()).toHaveLength(0)
    expect(screen.getByText('ขาดการเชื่อมต่อ').elements()).toHaveLength(0)
    desk.mend()
    void client.refetchQueries({ queryKey })
    await expect.element(screen.getByText('Live Update')).toBeVisible()
  })

  test('the connection status ignores failed fetches of other data', async () => {
    const { screen, row, client } = await openQueue(`/chat-queue?ticket=${idOf(OWN_NAME)}`)
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => desk.count(/channels/)).toBeGreaterThan(0)
    await settled(client)
    desk.fail(/channels/, { status: 500, body: {} }, 100)
    const requestCount = desk.count(/channels/)
    await client.refetchQueries({ queryKey: ['channels'] })
    expect(desk.count(/channels/)).toBeGreaterThan(requestCount)
    await frames()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    expect(screen.getByText('ข้อมูลไม่อัปเดต').elements()).toHaveLength(0)
  })

  test('the connection status reports an unavailable database, and the list is refetched when the database is back', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    desk.publish({ type: 'database', data: { state: 'away' } })
    await expect.element(screen.getByText('ฐานข้อมูลไม่พร้อม')).toBeVisible()
    await expect.element(screen.getByText(/ข้อมูลเมื่อ/)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).not.toBeInTheDocument()
    const requestCount = desk.count(/page_size=20/)
    desk.publish({ type: 'database', data: { state: 'ready' } })
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => desk.count(/page_size=20/)).toBeGreaterThan(requestCount)
  })

  test('the connection status shows "reconnecting" until the list is fetched without a socket', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(OWN_NAME)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    const go = desk.hold(/page_size=20/)
    // Prevents a reconnect before the status text is checked.
    vi.stubGlobal('WebSocket', null)
    for (const socket of desk.sockets) socket.drop(1006)
    await expect.element(screen.getByText('กำลังเชื่อมต่อใหม่...')).toBeVisible()
    vi.unstubAllGlobals()
    go()
  })
})
