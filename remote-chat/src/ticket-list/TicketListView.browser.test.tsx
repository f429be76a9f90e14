import { QueryClientProvider } from '@tanstack/react-query'
import { createDeskQueryClient } from 'shared/api'
import { render } from 'shared/testing/render.ts'
import { ThemeProvider } from 'shared/ui'
import { expect, test, vi } from 'vitest'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_NAME, openQueue } from '../testing/open-queue.tsx'
import { TicketListView } from './TicketListView.tsx'
import type { TicketList } from './use-ticket-list.ts'

installMockDesk()

test('refetches the list soon after a failed fetch, even with a live socket', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval')
  const pauses = () => intervals.mock.calls.map(([, pause]) => pause)
  const { row, client } = await openQueue()
  await expect.element(row(OWN_NAME)).toBeVisible()
  await expect.poll(pauses).toContain(30_000)
  intervals.mockClear()
  desk.fail(/page_size=20/, { status: 403, body: { code: 'forbidden', message: 'forbidden' } })
  await client.refetchQueries({ queryKey: ['tickets', 'list'] })
  await expect.poll(pauses).toContain(5_000)
  // Runs the callback of the poll timer.
  const before = desk.count(/page_size=20/)
  const [soon] = intervals.mock.calls.find(([, pause]) => pause === 5_000) ?? []
  intervals.mockClear()
  soon?.()
  await expect.poll(() => desk.count(/page_size=20/)).toBeGreaterThan(before)
  await expect.poll(pauses).toContain(30_000)
  intervals.mockRestore()
})

test('shows no row count for a page number beyond the last page', async () => {
  const list: TicketList = {
    rows: [],
    total: 45,
    isWhole: false,
    pageCount: 3,
    arrived: [],
    hasMoreArrived: false,
    hasAllArrived: true,
    resetRows: () => undefined,
    drop: () => undefined,
    error: null,
    retry: () => undefined,
    renderedCount: Number.POSITIVE_INFINITY,
    isRendered: true,
    isPlaceholder: false,
    isFetching: true,
    isFailing: false,
    updatedAt: Date.now(),
  }
  const nothing = () => undefined
  const actions = { accept: nothing, close: nothing, closeAtOnce: nothing, busy: () => null, dialog: null }
  const picked = {
    ...{
      ids: new Set<string>(),
      tickets: [],
      countHere: 0,
      isFull: false,
      isPicking: false,
      isFrozen: false,
    },
    ...{
      hold: nothing,
      pick: nothing,
      pickAll: nothing,

      drop: () => false,
      begin: nothing,
      end: nothing,
    },
  }
  const at = (page: number) => (
    <ThemeProvider>
      <QueryClientProvider client={createDeskQueryClient()}>
        <TicketListView
          label="คิวแชท"
          list={list}
          page={page}
          onPage={() => undefined}
          selectedId={null}
          rowsToFocus={null}
          onOpen={() => undefined}
          actions={actions}
          picked={picked}
          pickedBar={null}
          emptyTitle="ไม่มีเคสในคิว"
          onArrived={() => undefined}
          listRef={() => undefined}
        />
      </QueryClientProvider>
    </ThemeProvider>
  )
  const screen = await render(at(3))
  await expect.element(screen.getByText('แสดง 41–45 จาก 45 เคส')).toBeVisible()
  await screen.rerender(at(99))
  await expect.element(screen.getByText('แสดง', { exact: false })).not.toBeInTheDocument()
})
