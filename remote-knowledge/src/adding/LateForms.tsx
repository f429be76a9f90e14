import { deferred } from 'shared/ui'
import { LatePart } from '../content/LatePart.tsx'

const importForm = deferred(
  async () => (await import(/* webpackChunkName: "import" */ '../importing/ImportForm.tsx')).ImportForm,
)
const pageForm = deferred(
  async () => (await import(/* webpackChunkName: "page-form" */ '../reading/PageForm.tsx')).PageForm,
)
const FAILED = 'โหลดแบบฟอร์มไม่สำเร็จ'

/** Forms for managers only, loaded on first use. */
export const LateImportForm = () => <LatePart part={importForm} failed={FAILED} />
export const LatePageForm = () => <LatePart part={pageForm} failed={FAILED} />
