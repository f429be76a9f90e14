import { useState } from 'react'
import type { IgnoredRow, ImportDate, ImportRow } from 'shared/contract/knowledge/import-entries.call.ts'
import { Button, Checkbox, Chip, type ChipTone, ConfirmDialog, formatThaiDay } from 'shared/ui'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { formatCount } from '../content/format-count.ts'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { ValidityChip } from '../content/ValidityChip.tsx'
import { validityTexts } from '../content/validity.ts'
import addClasses from '../forms/add-form.module.css'
import classes from './ImportForm.module.css'
import type { ImportDraft } from './import-draft.store.ts'
import { COLUMNS, PROBLEM_TEXTS, REASON_TEXTS, STATE_TEXTS } from './import-texts.ts'
import type { PreviewedImport } from './use-import.ts'

const MAX_NAMED = 10
const STATES = ['new', 'changed', 'known', 'refused'] as const
const TONES: Readonly<Record<ImportRow['state'], ChipTone>> = {
  new: 'care',
  changed: 'vip',
  known: 'closed',
  refused: 'crit',
}

export interface ImportPreviewViewProps {
  previewed: PreviewedImport
  isApplying: boolean
  onApply: () => void
  onCancel: () => void
  onFirstRow: (isHeadings: boolean) => void
}

export function ImportPreviewView(props: ImportPreviewViewProps) {
  const { previewed, isApplying, onApply, onCancel, onFirstRow } = props
  const { draft, preview } = previewed
  const { counts, problem, rows, entries_now: now, entries_then: countAfterImport } = preview
  const { unused_columns: unused = [], ignored_rows: ignored = [], omitted } = preview
  const { unknown_headings: headings } = preview
  const [isConfirming, setConfirming] = useState(false)
  const changedCount = counts.new + counts.changed
  const canApply = problem === null && changedCount + counts.removed > 0 && changedCount + counts.known > 0
  return (
    <section className={addClasses.section} aria-label="ตัวอย่างก่อนนำเข้า">
      {problem === null ? (
        <>
          <PanelRow component="ul" aria-label="สรุป">
            {STATES.map((state) => (
              <li key={state}>
                <Chip tone={TONES[state]}>
                  {STATE_TEXTS[state]} {formatCount(counts[state])}
                </Chip>
              </li>
            ))}
          </PanelRow>
          <p className={classes.compare} role="status">
            {draft.source} มี {formatCount(now)} รายการ หลังนำเข้าจะมี {formatCount(countAfterImport)} รายการ
          </p>
          {headings === null ? null : (
            <UnknownHeadings
              headings={headings}
              draft={draft}
              disabled={isApplying}
              onFirstRow={onFirstRow}
            />
          )}
          {unused.length > 0 ? (
            <p className={classes.note} role="alert">
              ไม่ได้ใช้คอลัมน์ {unused.join(', ')}
            </p>
          ) : null}
          <Ignored rows={ignored} />
          <Overlaps rows={rows} count={preview.overlaps} />
          {counts.removed > 0 ? (
            <p className={classes.warning} role="alert">
              จะลบ {formatCount(counts.removed)} รายการที่ไม่มีในข้อมูลนี้ ย้อนกลับได้จากประวัติ
            </p>
          ) : null}
          {omitted === undefined ? null : (
            <p className={classes.compare}>
              แสดง {formatCount(rows.length)} แถว: แถวแรก ๆ และแถวที่ควรตรวจสอบ อีก {formatCount(omitted.rows)}{' '}
              แถวไม่ได้แสดง
              {omitted.attention > 0 ? ` ในนั้นมี ${formatCount(omitted.attention)} แถวที่ควรตรวจสอบ` : ''}{' '}
              ตัวเลขสรุปนับทั้งไฟล์
            </p>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard */}
          <ol className={classes.rows} aria-label="แถวที่จะนำเข้า" tabIndex={0}>
            {rows.map((row) => (
              <Row key={row.row} row={row} />
            ))}
          </ol>
        </>
      ) : (
        <p className={classes.warning} role="alert">
          {PROBLEM_TEXTS[problem]}
        </p>
      )}
      <div className={addClasses.end}>
        <Button variant="subtle" onClick={onCancel} disabled={isApplying}>
          แก้ไขข้อมูล
        </Button>
        {problem === null ? (
          <Button
            loading={isApplying}
            disabled={!canApply}
            onClick={() => (counts.removed > 0 ? setConfirming(true) : onApply())}
          >
            {canApply ? `นำเข้า ${formatCount(changedCount)} รายการ` : 'ไม่มีอะไรให้นำเข้า'}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onCancel={() => setConfirming(false)}
        danger
        title={`แทนที่ข้อมูลทั้งหมดของ ${draft.source}?`}
        confirmLabel="แทนที่ทั้งหมด"
        onConfirm={() => {
          setConfirming(false)
          onApply()
        }}
      >
        จาก {formatCount(now)} รายการ จะเหลือ {formatCount(countAfterImport)} รายการ: ใหม่{' '}
        {formatCount(counts.new)} แก้ไข {formatCount(counts.changed)} ลบ {formatCount(counts.removed)}
      </ConfirmDialog>
    </section>
  )
}

interface UnknownHeadingsProps {
  headings: readonly string[]
  draft: ImportDraft
  disabled: boolean
  onFirstRow: (isHeadings: boolean) => void
}

function UnknownHeadings({ headings, draft, disabled, onFirstRow }: UnknownHeadingsProps) {
  const isHeadings = draft.first_row_is_headings === true
  return (
    <div className={classes.unknown} role="alert">
      <strong>ไม่พบหัวตารางที่รู้จัก จึงอ่านคอลัมน์ตามลำดับ</strong>
      <span>แถวแรกของไฟล์: {headings.join(' | ')}</span>
      <span>{COLUMNS[draft.source]}</span>
      <Checkbox
        label={isHeadings ? 'แถวแรกเป็นหัวตาราง (ไม่นำเข้า)' : 'แถวแรกเป็นหัวตาราง (ตอนนี้จะนำเข้าเป็นข้อมูลด้วย)'}
        checked={isHeadings}
        disabled={disabled}
        onChange={onFirstRow}
      />
    </div>
  )
}

function Ignored({ rows }: { rows: readonly IgnoredRow[] }) {
  if (rows.length === 0) return null
  return (
    <div className={classes.note} role="alert">
      ข้ามแถวที่ไม่ใช่ข้อมูล
      <ul>
        {rows.map(({ row, text }) => (
          <li key={row}>
            แถว {row}: {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Dates({ dates }: { dates: readonly ImportDate[] }) {
  return dates.map(({ written, read }, at) => (
    <p key={at} className={read === null ? classes.reason : classes.note}>
      {read === null ? `อ่านวันที่ “${written}” ไม่ได้` : `วันที่ “${written}” อ่านเป็น ${formatThaiDay(read, 0)}`}
    </p>
  ))
}

/** Rows with a question that another entry answers differently and that the import does not replace. */
function Overlaps({ rows, count }: { rows: readonly ImportRow[]; count: number | undefined }) {
  const numbers = rows.flatMap(({ row, overlap }) => (overlap ? [row] : []))
  if (numbers.length === 0) return null
  return (
    <p className={classes.note} role="alert">
      {formatCount(count ?? numbers.length)} แถวมีคำถามที่รายการอื่นตอบไว้แล้ว ผู้ช่วยอาจพบทั้งสองคำตอบ (แถว{' '}
      {numbers.slice(0, MAX_NAMED).join(', ')}
      {numbers.length > MAX_NAMED ? ' …' : ''})
    </p>
  )
}

function Row({
  row: { row, state, reason, renewed, text, before, overlap, period, period_before, dates = [] },
}: {
  row: ImportRow
}) {
  const isOpen = period?.valid_until == null
  return (
    <li className={classes.row}>
      <span className={classes.number}>แถว {row}</span>
      <span>
        <Chip tone={TONES[state]}>{STATE_TEXTS[state]}</Chip>
      </span>
      <div className={classes.words}>
        {reason === null ? null : <p className={classes.reason}>{REASON_TEXTS[reason]}</p>}
        <Dates dates={dates} />
        {renewed ? (
          <p className={classes.note}>หมดอายุแล้ว นำเข้าแล้วจะใช้ได้อีก{isOpen ? 'โดยไม่มีวันหมดอายุ' : null}</p>
        ) : null}
        <KnowledgeText text={text} isShort />
        {period === undefined ? null : <ValidityChip validity={period} />}
        {period_before ? <p className={classes.before}>ช่วงเวลาเดิม: {validityTexts(period_before)}</p> : null}
        {before === null || before === text ? null : (
          <div className={classes.before}>
            เดิม: <KnowledgeText text={before} isShort />
          </div>
        )}
        {overlap ? (
          <div className={classes.overlap}>
            คำถามนี้มีอีกรายการตอบไว้ว่า: <KnowledgeText text={overlap} isShort />
          </div>
        ) : null}
      </div>
    </li>
  )
}
