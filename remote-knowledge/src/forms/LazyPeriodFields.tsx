import { useState } from 'react'
import { Button, deferred, Skeleton, useDeferred } from 'shared/ui'
import content from '../content/content.module.css'
import type { PeriodFieldsProps } from './PeriodFields.tsx'

const periodFields = deferred(async () => (await import('./PeriodFields.tsx')).PeriodFields)

export function LazyPeriodFields(props: PeriodFieldsProps) {
  const [isRequested, setRequested] = useState(true)
  const Fields = useDeferred(periodFields, isRequested, () => setRequested(false))
  if (Fields !== null) return <Fields {...props} />
  if (isRequested)
    return (
      <div className={content.column}>
        <Skeleton width={160} />
        <Skeleton height={62} />
      </div>
    )
  return (
    <div>
      <Button variant="outline" onClick={() => setRequested(true)}>
        โหลดปฏิทินของช่วงเวลาอีกครั้ง
      </Button>
    </div>
  )
}
