import { deferred, useDeferred } from 'shared/ui'

const wallboardPrint = deferred(
  async () => (await import(/* webpackChunkName: "wallboard-print" */ './WallboardPrint.tsx')).WallboardPrint,
)

/** Loads the print view lazily. A failed load affects only printing and is retried on the next visit. */
export function LazyWallboardPrint() {
  const WallboardPrint = useDeferred(wallboardPrint, true, () => undefined)
  return WallboardPrint && <WallboardPrint />
}
