import { deferred, useDeferred } from 'shared/ui'

const paper = deferred(
  async () => (await import(/* webpackChunkName: "wallboard-paper" */ './WallboardPaper.tsx')).WallboardPaper,
)

/** Print header, loaded after the wallboard. A failed load only affects print and is retried on the next visit. */
export function LazyWallboardPaper() {
  const Paper = useDeferred(paper, true, () => undefined)
  return Paper && <Paper />
}
