import { deferred } from 'shared/ui'
import { LazyPart } from '../content/LazyPart.tsx'

const importForm = deferred(
  async () => (await import(/* webpackChunkName: "import" */ '../import/ImportForm.tsx')).ImportForm,
)
const pageForm = deferred(
  async () => (await import(/* webpackChunkName: "page-form" */ '../web-pages/PageForm.tsx')).PageForm,
)
const LOAD_FAILED_TEXT = 'โหลดแบบฟอร์มไม่สำเร็จ'

export const LazyImportForm = () => <LazyPart part={importForm} failed={LOAD_FAILED_TEXT} />
export const LazyPageForm = () => <LazyPart part={pageForm} failed={LOAD_FAILED_TEXT} />
