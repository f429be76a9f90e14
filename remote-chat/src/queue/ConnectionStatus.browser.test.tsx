import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { HELD, idOf, openQueue } from '../testing/open-queue.tsx'
import { frames, settled } from '../testing/settled.ts'

installMockDesk()

describe('the live sign', () => {
  test('says Live Update in full on a phone too', async () => {
    await page.viewport(390, 844)
    const { screen } = await openQueue()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
  })

  test('does not say it while the list cannot be read, and speaks once', async () => {
    const { screen, row, client } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    desk.fail(/page_size=20/, 'network', 100)
    const said: (string | null)[] = []
    const sign = screen.getByRole('status').filter({ hasText: 'Live Update' }).element()
    new MutationObserver(() => said.push(sign.textContent)).observe(sign, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    void client.refetchQueries({ queryKey: ['tickets', 'list'] })
    await expect.element(screen.getByText('ข้อมูลไม่อัปเดต')).toBeVisible()
    await expect.element(screen.getByText(/ข้อมูลเมื่อ/)).toBeVisible()
    expect(said).toEqual(['ข้อมูลไม่อัปเดต'])
  })

  test.each([
    ['the list', /page_size=20/, ['tickets', 'list']],
    ['a count', /page_size=1$|page_size=1&/, ['tickets', 'list']],
    ['the open conversation', /messages/, ['messages']],
  ])('turns with the first failed reading of %s, and back once that succeeds', async (_, call, queryKey) => {
    const { screen, row, client } = await openQueue(`/chat-queue?ticket=${idOf(HELD)}`)
    await expect.element(row(HELD)).toBeVisible()
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

  test('says nothing of a reading beside the list and the conversation', async () => {
    const { screen, row, client } = await openQueue(`/chat-queue?ticket=${idOf(HELD)}`)
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => desk.count(/channels/)).toBeGreaterThan(0)
    await settled(client)
    desk.fail(/channels/, { status: 500, body: {} }, 100)
    const asked = desk.count(/channels/)
    await client.refetchQueries({ queryKey: ['channels'] })
    expect(desk.count(/channels/)).toBeGreaterThan(asked)
    await frames()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    expect(screen.getByText('ข้อมูลไม่อัปเดต').elements()).toHaveLength(0)
  })

  test('while the server has no database it says so, and the list is read again once that is back', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    desk.publish({ type: 'database', data: { state: 'away' } })
    await expect.element(screen.getByText('ฐานข้อมูลไม่พร้อม')).toBeVisible()
    await expect.element(screen.getByText(/ข้อมูลเมื่อ/)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).not.toBeInTheDocument()
    const asked = desk.count(/page_size=20/)
    desk.publish({ type: 'database', data: { state: 'ready' } })
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    await expect.poll(() => desk.count(/page_size=20/)).toBeGreaterThan(asked)
  })

  test('says that the connection is coming back until the list is read without it', async () => {
    const { screen, row } = await openQueue()
    await expect.element(row(HELD)).toBeVisible()
    await expect.element(screen.getByText('Live Update')).toBeVisible()
    const go = desk.hold(/page_size=20/)
    // None comes back before that was seen.
    vi.stubGlobal('WebSocket', null)
    for (const socket of desk.sockets) socket.drop(1006)
    await expect.element(screen.getByText('กำลังเชื่อมต่อใหม่...')).toBeVisible()
    vi.unstubAllGlobals()
    go()
  })
})
