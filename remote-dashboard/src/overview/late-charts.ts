import { useState } from 'react'
import { deferred, useDeferred } from 'shared/ui'

/** What draws: one chunk, for whichever drawing is the first to need it. */
const charts = deferred(() => import(/* webpackChunkName: "charts" */ './charts.tsx'))

/** The drawings, null until they are there; `hasFailed`: they could not be fetched, and are again by `retry`. */
export function useCharts() {
  const [hasFailed, setFailed] = useState(false)
  const drawings = useDeferred(charts, !hasFailed, () => setFailed(true))
  return { drawings, hasFailed, retry: () => setFailed(false) }
}
