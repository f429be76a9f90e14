import { deferred } from 'shared/ui'
import { LazyPart } from '../content/LazyPart.tsx'

const importForm = deferred(
  async () => (await import(/* webpackChunkName: "import" */ '../import/ImportForm.tsx')).ImportForm,
)
const pageForm = deferred(
  async () => (await import(/* webpackChunkName: "page-form" */ '../web-pages/PageForm.tsx')).PageForm,
)
const FAILED = 'โหลดแบบฟอร์มไม่สำเร็จ'

export const LazyImportForm = () => <LazyPart part={importForm} failed={FAILED} />
export const LazyPageForm = () => <LazyPart part={pageForm} failed={FAILED} />
