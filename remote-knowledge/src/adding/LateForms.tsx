import { type ComponentType, useState } from 'react'
import { type Deferred, deferred, ErrorState, Skeleton, useDeferred } from 'shared/ui'
import panel from '../content/Panel.module.css'

const importForm = deferred(
  async () => (await import(/* webpackChunkName: "import" */ '../importing/ImportForm.tsx')).ImportForm,
)
const pageForm = deferred(
  async () => (await import(/* webpackChunkName: "page-form" */ '../reading/PageForm.tsx')).PageForm,
)

/** What managers alone add comes with its first use. */
export const LateImportForm = () => <LateForm part={importForm} />
export const LatePageForm = () => <LateForm part={pageForm} />

function LateForm({ part }: { part: Deferred<ComponentType> }) {
  const [isWanted, setWanted] = useState(true)
  const Form = useDeferred(part, isWanted, () => setWanted(false))
  if (Form !== null) return <Form />
  if (!isWanted) return <ErrorState title="โหลดแบบฟอร์มไม่สำเร็จ" onRetry={() => setWanted(true)} />
  return (
    <div className={panel.loading} role="status" aria-label="กำลังโหลด...">
      <Skeleton height={36} />
      <Skeleton height={210} />
    </div>
  )
}
