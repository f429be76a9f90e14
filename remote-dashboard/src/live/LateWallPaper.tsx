import { deferred, useDeferred } from 'shared/ui'

const paper = deferred(
  async () => (await import(/* webpackChunkName: "wall-paper" */ './WallPaper.tsx')).WallPaper,
)

/** Print header, loaded after the wallboard. A failed load only affects print and is retried on the next visit. */
export function LateWallPaper() {
  const Paper = useDeferred(paper, true, () => undefined)
  return Paper && <Paper />
}
