import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useRef, useState } from 'react'
import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import type { ImportState } from 'shared/contract/knowledge/import-entries.call.ts'
import { Button, Checkbox, showToast, TextArea } from 'shared/ui'
import { LazyUnfinishedUploads } from 'shared/ui/UnfinishedUploads/LazyUnfinishedUploads.tsx'
import content from '../content/content.module.css'
import { formatCount } from '../content/format-count.ts'
import { SegmentedChoice } from '../content/SegmentedChoice.tsx'
import { useIsPhone } from '../content/use-is-phone.ts'
import addClasses from '../forms/add-form.module.css'
import classes from './ImportForm.module.css'
import { ImportPreviewView } from './ImportPreviewView.tsx'
import { ImportProgressView } from './ImportProgressView.tsx'
import { ImportUploadProgress } from './ImportUploadProgress.tsx'
import {
  changeImport,
  type ImportDraft,
  resetImport,
  SHOWN_TEXT_LENGTH,
  setImportRun,
  useImportInput,
  useImportRun,
} from './import-draft.store.ts'
import { COLUMNS } from './import-texts.ts'
import { ImportFileError, readImportFile } from './read-import-file.ts'
import { useImport } from './use-import.ts'

const SOURCES = Object.values(KNOWLEDGE_SOURCES).map((value) => ({ value, label: value }))

const FILE_HINT = `ไฟล์ .csv .tsv .txt ไม่เกิน ${formatCount(IMPORT_MAX_BYTES / 1024 ** 2)} MB และ ${formatCount(IMPORT_MAX_ROWS)} แถว`

export function ImportForm() {
  const { draft, fileName } = useImportInput()
  const [problem, setProblem] = useState<string | null>(null)
  const [warning, setWarning] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const { previewed, preview, previewAgain, isPreviewing, sending, stopSending, apply, isApplying, forget } =
    useImport()
  const run = useImportRun()
  const isLarge = draft.text.length > SHOWN_TEXT_LENGTH
  const change = (next: Partial<ImportDraft>, name = fileName) => {
    setProblem(null)
    setWarning(null)
    forget()
    changeImport(next, name)
  }
  const finish = ({ counts }: ImportState) => {
    showToast({ tone: 'success', text: `นำเข้าแล้ว ${formatCount(counts.new + counts.changed)} รายการ` })
    if (previewed !== null) resetImport(previewed.draft)
    forget()
    setImportRun(null)
  }
  const choose = async (file: File) => {
    try {
      const { text, warning: found } = await readImportFile(file)
      change({ text }, file.name)
      setWarning(found)
    } catch (error) {
      if (!(error instanceof ImportFileError)) console.warn('a file could not be read', error)
      // Removes the text of the previous file, which must not be mistaken for the new file. Pasted text remains.
      change(fileName === null ? {} : { text: '' }, null)
      setProblem(error instanceof ImportFileError ? error.message : 'เปิดไฟล์ไม่สำเร็จ กรุณาลองใหม่อีกครั้ง')
    }
  }
  return (
    <form
      className={addClasses.form}
      aria-label="นำเข้าหลายรายการ"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isPreviewing || isApplying || run !== null) return
        if (draft.text.trim() === '') setProblem('กรุณาเลือกไฟล์ หรือวางข้อมูลที่จะนำเข้า')
        else preview(draft)
      }}
    >
      <SegmentedChoice
        label="แหล่งข้อมูลที่จะนำเข้า"
        options={SOURCES}
        value={draft.source}
        // Resets `replace`, which was chosen for another source.
        onChange={(source) => change({ source, replace: false })}
        fullWidth={isPhone}
      />
      <LazyUnfinishedUploads screen="knowledge-import" />
      <div className={classes.file}>
        <Button
          variant="outline"
          leftSection={<IconFileUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          เลือกไฟล์ CSV
        </Button>
        <p className={content.hint}>{fileName === null ? FILE_HINT : fileName}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          aria-label="เลือกไฟล์ที่จะนำเข้า"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file !== undefined) void choose(file)
            // Allows the user to select the same file again after it was changed.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {warning === null ? null : (
        <p className={classes.note} role="alert">
          {warning}
        </p>
      )}
      {isLarge ? (
        <div className={classes.file}>
          <p className={content.hint}>
            ข้อมูลยาว {formatCount(draft.text.length)} ตัวอักษร จึงไม่แสดงในช่องข้อความ {COLUMNS[draft.source]}
          </p>
          <Button variant="subtle" size="sm" onClick={() => change({ text: '' }, null)}>
            เอาข้อมูลออก
          </Button>
          {problem === null ? null : (
            <p className={classes.reason} role="alert">
              {problem}
            </p>
          )}
        </div>
      ) : (
        <TextArea
          label="หรือวางข้อมูลจากตาราง"
          description={COLUMNS[draft.source]}
          rows={8}
          value={draft.text}
          error={problem}
          onChange={(event) => change({ text: event.currentTarget.value }, null)}
        />
      )}
      <Checkbox
        label={`แทนที่ข้อมูลทั้งหมดของ ${draft.source} (ลบรายการที่ไม่มีในไฟล์นี้)`}
        checked={draft.replace}
        onChange={(replace) => change({ replace })}
      />
      {run !== null ? (
        <ImportProgressView
          key={run.id}
          id={run.id}
          source={run.source}
          isBeginning={isApplying}
          onDone={finish}
          onDismiss={() => setImportRun(null)}
        />
      ) : previewed === null ? (
        <div className={addClasses.end}>
          {sending === null ? null : <ImportUploadProgress {...sending} onStop={stopSending} />}
          <Button type="submit" loading={isPreviewing}>
            ตรวจสอบก่อนนำเข้า
          </Button>
        </div>
      ) : (
        <ImportPreviewView
          previewed={previewed}
          isApplying={isApplying || isPreviewing}
          onApply={() => apply(previewed)}
          onFirstRow={(isHeadings) =>
            previewAgain(previewed.draft, changeImport({ first_row_is_headings: isHeadings }, fileName))
          }
          onCancel={forget}
        />
      )}
    </form>
  )
}
