import { deferred, showToast, useDeferred } from 'shared/ui'
import type { ManyBarProps } from '../many/ManyBar.tsx'

/** Its code comes with the first case that is ticked. */
const manyBar = deferred(
  async () => (await import(/* webpackChunkName: "many" */ '../many/ManyBar.tsx')).ManyBar,
)

/** What can be done with all ticked cases; null while nothing is ticked. */
export function DeferredManyBar(props: ManyBarProps) {
  const Bar = useDeferred(manyBar, true, () => {
    showToast({ tone: 'error', text: 'เปิดเครื่องมือไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    props.picked.end()
  })
  return Bar === null ? null : <Bar {...props} />
}
