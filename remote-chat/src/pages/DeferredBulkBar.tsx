import { deferred, showToast, useDeferred } from 'shared/ui'
import type { BulkBarProps } from '../bulk/BulkBar.tsx'

const bulkBar = deferred(
  async () => (await import(/* webpackChunkName: "many" */ '../bulk/BulkBar.tsx')).BulkBar,
)

export function DeferredBulkBar(props: BulkBarProps) {
  const Bar = useDeferred(bulkBar, true, () => {
    showToast({ tone: 'error', text: 'เปิดเครื่องมือไม่สำเร็จ กรุณาลองใหม่อีกครั้ง' })
    props.picked.end()
  })
  return Bar === null ? null : <Bar {...props} />
}
