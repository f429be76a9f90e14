import { type ComponentType, useState } from 'react'
import { type Deferred, ErrorState, Skeleton, useDeferred } from 'shared/ui'
import content from './content.module.css'

export interface LazyPartProps {
  part: Deferred<ComponentType>
  failed: string
}

export function LazyPart({ part, failed }: LazyPartProps) {
  const [isRequested, setRequested] = useState(true)
  const Part = useDeferred(part, isRequested, () => setRequested(false))
  if (Part !== null) return <Part />
  if (!isRequested) return <ErrorState title={failed} onRetry={() => setRequested(true)} />
  return (
    <div className={content.column} role="status" aria-label="กำลังโหลด...">
      <Skeleton height={36} />
      <Skeleton height={210} />
    </div>
  )
}
