import { deferred, showToast, useDeferred } from 'shared/ui'
import type { BulkBarProps } from '../bulk/BulkBar.tsx'

/** Bulk bar in a separate chunk, loaded when the first ticket is selected. */
const bulkBar = deferred(
  async () => (await import(/* webpackChunkName: "many" */ '../bulk/BulkBar.tsx')).BulkBar,
)

/** Bar with bulk actions for the selected tickets; null while none is selected. */
export function DeferredBulkBar(props: BulkBarProps) {
  const Bar = useDeferred(bulkBar, true, () => {
    showToast({ tone: 'error', text: 'เปิดเครื่องมือไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    props.picked.end()
  })
  return Bar === null ? null : <Bar {...props} />
}
