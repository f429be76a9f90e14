import IconFileUpload from '@tabler/icons-react/dist/esm/icons/IconFileUpload.mjs'
import { useRef, useState } from 'react'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { Button, Checkbox, TextArea } from 'shared/ui'
import { Choice } from '../content/Choice.tsx'
import panel from '../content/Panel.module.css'
import { useIsPhone } from '../content/use-is-phone.ts'
import addClasses from '../forms/add-form.module.css'
import classes from './ImportForm.module.css'
import { ImportPreviewView } from './ImportPreviewView.tsx'
import { changeImport, type ImportDraft, useWrittenImport } from './import-draft.store.ts'
import { ImportFileError, readImportFile } from './read-import-file.ts'
import { useImport } from './use-import.ts'

const SOURCES = Object.values(KNOWLEDGE_SOURCES).map((value) => ({ value, label: value }))
const COLUMNS: Readonly<Record<ImportDraft['source'], string>> = {
  ทั่วไป: 'คอลัมน์: คำถาม, คำตอบ (หลายคำถามขึ้นบรรทัดใหม่ในช่องเดียวกัน)',
  โปรโมชั่น: 'คอลัมน์: ชื่อโปรโมชั่น, รายละเอียด, ลิงก์รูปภาพ, เริ่ม, สิ้นสุด (ไม่บังคับ เช่น 31/12/2569)',
}

/** Many texts at once, from a file or pasted: what they would change is shown first, and then done as a whole. */
export function ImportForm() {
  const { draft, fileName } = useWrittenImport()
  const [problem, setProblem] = useState<string | null>(null)
  /** Belongs to the last chosen file. */
  const [warning, setWarning] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const { previewed, preview, isPreviewing, apply, isApplying, forget } = useImport()
  const change = (next: Partial<ImportDraft>, name = fileName) => {
    setProblem(null)
    setWarning(null)
    forget()
    changeImport(next, name)
  }
  const choose = async (file: File) => {
    try {
      const { text, warning: found } = await readImportFile(file)
      change({ text }, file.name)
      setWarning(found)
    } catch (error) {
      if (!(error instanceof ImportFileError)) console.warn('a file was not read', error)
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
        if (isPreviewing || isApplying) return
        if (draft.text.trim() === '') setProblem('กรุณาเลือกไฟล์ หรือวางข้อมูลที่จะนำเข้า')
        else preview(draft)
      }}
    >
      <Choice
        label="แหล่งข้อมูลที่จะนำเข้า"
        options={SOURCES}
        value={draft.source}
        // What is asked for one source is not asked for the other.
        onChange={(source) => change({ source, replace: false })}
        fullWidth={isPhone}
      />
      <div className={classes.file}>
        <Button
          variant="outline"
          leftSection={<IconFileUpload size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          เลือกไฟล์ CSV
        </Button>
        <p className={panel.hint}>
          {fileName === null ? 'ไฟล์ .csv .tsv .txt ไม่เกิน 2 MB และ 2,000 แถว' : fileName}
        </p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          aria-label="เลือกไฟล์ที่จะนำเข้า"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            if (file !== undefined) void choose(file)
            // The same file may be chosen again, changed meanwhile.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {warning === null ? null : (
        <p className={classes.note} role="alert">
          {warning}
        </p>
      )}
      <TextArea
        label="หรือวางข้อมูลจากตาราง"
        description={COLUMNS[draft.source]}
        rows={8}
        value={draft.text}
        error={problem}
        onChange={(event) => change({ text: event.currentTarget.value }, null)}
      />
      <Checkbox
        label={`แทนที่ข้อมูลทั้งหมดของ ${draft.source} (ลบรายการที่ไม่มีในไฟล์นี้)`}
        checked={draft.replace}
        onChange={(replace) => change({ replace })}
      />
      {previewed === null ? (
        <div className={addClasses.end}>
          <Button type="submit" loading={isPreviewing}>
            ตรวจสอบก่อนนำเข้า
          </Button>
        </div>
      ) : (
        <ImportPreviewView
          previewed={previewed}
          isApplying={isApplying || isPreviewing}
          onApply={() => apply(previewed)}
          onCancel={forget}
        />
      )}
    </form>
  )
}
