import { deferred, showToast, useDeferred } from 'shared/ui'
import type { ManyBarProps } from '../many/ManyBar.tsx'

/** A separate chunk, loaded when the first ticket is selected. */
const manyBar = deferred(
  async () => (await import(/* webpackChunkName: "many" */ '../many/ManyBar.tsx')).ManyBar,
)

/** Bar with bulk actions for the selected tickets; null while none is selected. */
export function DeferredManyBar(props: ManyBarProps) {
  const Bar = useDeferred(manyBar, true, () => {
    showToast({ tone: 'error', text: 'เปิดเครื่องมือไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    props.picked.end()
  })
  return Bar === null ? null : <Bar {...props} />
}
