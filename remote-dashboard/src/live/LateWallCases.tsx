import { useSearchParams } from 'react-router-dom'
import { deferred, useLateWindow } from 'shared/ui'
import type { LiveWall } from './live-wall.queries.ts'

const wallCases = deferred(
  async () => (await import(/* webpackChunkName: "wall-cases" */ './WallCasesWindow.tsx')).WallCasesWindow,
)
/** For what opens the list. */
export const preloadWallCases = wallCases.preload

/** The list of the cases behind a number of the wall, when the address names one. */
export function LateWallCases({ wall }: { wall: LiveWall | undefined }) {
  const [params, setParams] = useSearchParams()
  const isOpen = params.size > 0
  const Window = useLateWindow(wallCases, isOpen, () => setParams({}, { replace: true }))
  return Window !== null ? <Window key={`${params}`} wall={wall} /> : null
}
