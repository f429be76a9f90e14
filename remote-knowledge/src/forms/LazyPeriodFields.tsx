import { useState } from 'react'
import { Button, deferred, Skeleton, useDeferred } from 'shared/ui'
import content from '../content/content.module.css'
import type { PeriodFieldsProps } from './PeriodFields.tsx'

/** The calendar is loaded with the first form that has a period. */
const periodFields = deferred(async () => (await import('./PeriodFields.tsx')).PeriodFields)

export function LazyPeriodFields(props: PeriodFieldsProps) {
  const [isWanted, setWanted] = useState(true)
  const Fields = useDeferred(periodFields, isWanted, () => setWanted(false))
  if (Fields !== null) return <Fields {...props} />
  if (isWanted)
    return (
      <div className={content.loading}>
        <Skeleton width={160} />
        <Skeleton height={62} />
      </div>
    )
  return (
    <div>
      <Button variant="outline" onClick={() => setWanted(true)}>
        โหลดปฏิทินของช่วงเวลาอีกครั้ง
      </Button>
    </div>
  )
}
