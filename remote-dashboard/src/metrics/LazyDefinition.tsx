import { useState } from 'react'
import { deferred, Skeleton, useDeferred } from 'shared/ui'
import type { MetricDefinitionProps } from './MetricDefinition.tsx'

const definition = deferred(
  async () => (await import(/* webpackChunkName: "definition" */ './MetricDefinition.tsx')).MetricDefinition,
)

export function LazyDefinition(props: MetricDefinitionProps) {
  const [hasFailed, setFailed] = useState(false)
  const Words = useDeferred(definition, !hasFailed, () => setFailed(true))
  if (Words !== null) return <Words {...props} />
  return hasFailed ? 'เปิดไม่สำเร็จ' : <Skeleton width={260} height={72} />
}
