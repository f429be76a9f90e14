import { Progress } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { hasErrorCode, knowledgeCalls } from 'shared/api'
import type { ImportState } from 'shared/contract/knowledge/import-entries.call.ts'
import { Button, showToast } from 'shared/ui'
import { formatCount } from '../content/format-count.ts'
import { bannerText } from '../content/knowledge-error.ts'
import addClasses from '../forms/add-form.module.css'
import classes from './ImportForm.module.css'
import { importQuery } from './import.queries.ts'
import { endedTexts } from './import-texts.ts'

export interface ImportProgressViewProps {
  id: string
  source: string
  isBeginning: boolean
  onDone: (state: ImportState) => void
  onDismiss: () => void
}

/** Progress of an import. The import continues after the page is closed. */
export function ImportProgressView({ id, source, isBeginning, onDone, onDismiss }: ImportProgressViewProps) {
  const client = useQueryClient()
  const { data, error } = useQuery({ ...importQuery(id), enabled: !isBeginning })
  const cancelling = useMutation({
    mutationFn: async () => (await knowledgeCalls()).postImportCancel(id),
    onSuccess: (state) => client.setQueryData(importQuery(id).queryKey, state),
    onError: (failure) => {
      console.warn('an import could not be stopped', failure)
      showToast({ tone: 'error', text: bannerText(failure, 'หยุดนำเข้าไม่สำเร็จ') })
    },
  })
  const section = useRef<HTMLElement>(null)
  // Scrolls to the progress, which replaces a long preview or, after a reload, is below the form.
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const state = data?.progress.state
  const isWhole = data !== undefined && state === 'done' && data.progress.skipped === 0
  useEffect(() => {
    if (isWhole) onDone(data)
  }, [isWhole, data, onDone])
  const isMissing = !isBeginning && data === undefined && hasErrorCode(error, 'not_found')
  const { done = 0, total = 0 } = data?.progress ?? {}
  if (isMissing || (data !== undefined && state !== 'running'))
    return (
      <section className={addClasses.section} aria-label="ผลการนำเข้า">
        <p className={state === 'done' ? classes.note : classes.warning} role="alert">
          {isMissing
            ? 'ไม่พบการนำเข้าล่าสุดของคุณ กรุณาดูประวัติก่อนนำเข้าอีกครั้ง'
            : data === undefined
              ? null
              : endedTexts(data.progress)}
        </p>
        <div className={addClasses.end}>
          <Button variant="subtle" onClick={onDismiss}>
            ปิด
          </Button>
        </div>
      </section>
    )
  const isStopping = cancelling.isPending || (cancelling.isSuccess && state === 'running')
  return (
    <section ref={section} className={addClasses.section} aria-label="ความคืบหน้าการนำเข้า">
      <p className={classes.compare} role="status">
        {data === undefined
          ? `กำลังเริ่มนำเข้า ${source}`
          : `กำลังนำเข้า ${source} แล้ว ${formatCount(done)} จาก ${formatCount(total)} รายการ`}
      </p>
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        color="var(--desk-green)"
        aria-label="ความคืบหน้าการนำเข้า"
      />
      <p className={classes.hint}>
        {error !== null && !isBeginning
          ? 'ติดต่อระบบไม่ได้ชั่วคราว ระบบยังนำเข้าต่อ กำลังลองดูอีกครั้ง'
          : 'ปิดหน้านี้ได้ ระบบนำเข้าต่อจนเสร็จ ถ้าหยุด รายการที่เข้าไปแล้วจะยังอยู่ และย้อนกลับได้จากประวัติ'}
      </p>
      <div className={addClasses.end}>
        <Button
          variant="outline"
          loading={isStopping}
          disabled={data === undefined}
          onClick={() => cancelling.mutate()}
        >
          หยุดนำเข้า
        </Button>
      </div>
    </section>
  )
}
