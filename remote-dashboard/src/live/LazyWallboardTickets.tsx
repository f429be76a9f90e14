import { useSearchParams } from 'react-router-dom'
import { deferred, useLazyDialog } from 'shared/ui'
import type { Wallboard } from './wallboard.queries.ts'

const wallboardTickets = deferred(
  async () =>
    (await import(/* webpackChunkName: "wallboard-tickets" */ './WallboardTicketsWindow.tsx'))
      .WallboardTicketsWindow,
)
export const preloadWallboardTickets = wallboardTickets.preload

export function LazyWallboardTickets({ wallboard }: { wallboard: Wallboard | undefined }) {
  const [params, setParams] = useSearchParams()
  const isOpen = params.size > 0
  const Window = useLazyDialog(wallboardTickets, isOpen, () => setParams({}, { replace: true }))
  return Window !== null ? <Window key={`${params}`} wallboard={wallboard} /> : null
}
