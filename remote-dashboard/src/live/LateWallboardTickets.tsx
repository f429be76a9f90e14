import { useSearchParams } from 'react-router-dom'
import { deferred, useLateWindow } from 'shared/ui'
import type { Wallboard } from './wallboard.queries.ts'

const wallboardTickets = deferred(
  async () =>
    (await import(/* webpackChunkName: "wallboard-tickets" */ './WallboardTicketsWindow.tsx'))
      .WallboardTicketsWindow,
)
export const preloadWallboardTickets = wallboardTickets.preload

export function LateWallboardTickets({ wallboard }: { wallboard: Wallboard | undefined }) {
  const [params, setParams] = useSearchParams()
  const isOpen = params.size > 0
  const Window = useLateWindow(wallboardTickets, isOpen, () => setParams({}, { replace: true }))
  return Window !== null ? <Window key={`${params}`} wallboard={wallboard} /> : null
}
