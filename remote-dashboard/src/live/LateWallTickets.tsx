import { useSearchParams } from 'react-router-dom'
import { deferred, useLateWindow } from 'shared/ui'
import type { LiveWall } from './live-wall.queries.ts'

const wallTickets = deferred(
  async () =>
    (await import(/* webpackChunkName: "wall-tickets" */ './WallTicketsWindow.tsx')).WallTicketsWindow,
)
export const preloadWallTickets = wallTickets.preload

export function LateWallTickets({ wall }: { wall: LiveWall | undefined }) {
  const [params, setParams] = useSearchParams()
  const isOpen = params.size > 0
  const Window = useLateWindow(wallTickets, isOpen, () => setParams({}, { replace: true }))
  return Window !== null ? <Window key={`${params}`} wall={wall} /> : null
}
