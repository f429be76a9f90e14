import { deferred, useLazyDialog, useUrlParams } from 'shared/ui'
import type { Wallboard } from './wallboard.queries.ts'

const wallboardTickets = deferred(
  async () =>
    (await import(/* webpackChunkName: "wallboard-tickets" */ './WallboardTicketsDialog.tsx'))
      .WallboardTicketsDialog,
)
export const preloadWallboardTickets = wallboardTickets.preload

export function LazyWallboardTickets({ wallboard }: { wallboard: Wallboard | undefined }) {
  const [params, setParams] = useUrlParams()
  const isOpen = params.size > 0
  const Dialog = useLazyDialog(wallboardTickets, isOpen, () =>
    setParams(() => new URLSearchParams(), { replace: true }),
  )
  return Dialog !== null ? <Dialog key={`${params}`} wallboard={wallboard} /> : null
}
