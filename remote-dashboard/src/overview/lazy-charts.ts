import { useState } from 'react'
import { deferred, useDeferred } from 'shared/ui'

const charts = deferred(() => import(/* webpackChunkName: "charts" */ './charts.tsx'))

/** Returns the charts. `drawings` is null until they are loaded; `retry` loads them again after a failure. */
export function useCharts() {
  const [hasFailed, setFailed] = useState(false)
  const drawings = useDeferred(charts, !hasFailed, () => setFailed(true))
  return { drawings, hasFailed, retry: () => setFailed(false) }
}
