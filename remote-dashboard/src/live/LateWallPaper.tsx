import { deferred, useDeferred } from 'shared/ui'

const paper = deferred(
  async () => (await import(/* webpackChunkName: "wall-paper" */ './WallPaper.tsx')).WallPaper,
)

/** Fetched when the wall is there: nobody prints before that. What does not come is missing on paper alone, and is tried at the next visit. */
export function LateWallPaper() {
  const Paper = useDeferred(paper, true, () => undefined)
  return Paper && <Paper />
}
