import { useSearchParams } from 'react-router-dom'
import { deferred, useLateWindow } from 'shared/ui'
import type { LiveWall } from './live-wall.queries.ts'

const wallCases = deferred(
  async () => (await import(/* webpackChunkName: "wall-cases" */ './WallCasesWindow.tsx')).WallCasesWindow,
)
export const preloadWallCases = wallCases.preload

/** Shows the list behind a wallboard count when the URL names one. */
export function LateWallCases({ wall }: { wall: LiveWall | undefined }) {
  const [params, setParams] = useSearchParams()
  const isOpen = params.size > 0
  const Window = useLateWindow(wallCases, isOpen, () => setParams({}, { replace: true }))
  return Window !== null ? <Window key={`${params}`} wall={wall} /> : null
}
