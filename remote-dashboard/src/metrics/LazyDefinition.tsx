import { useState } from 'react'
import { deferred, Skeleton, useDeferred } from 'shared/ui'
import type { MetricDefinitionProps } from './MetricDefinition.tsx'

const definition = deferred(
  async () => (await import(/* webpackChunkName: "definition" */ './MetricDefinition.tsx')).MetricDefinition,
)

export function LazyDefinition(props: MetricDefinitionProps) {
  const [hasFailed, setFailed] = useState(false)
  const DefinitionText = useDeferred(definition, !hasFailed, () => setFailed(true))
  if (DefinitionText !== null) return <DefinitionText {...props} />
  return hasFailed ? 'เปิดไม่สำเร็จ' : <Skeleton width={260} height={72} />
}
