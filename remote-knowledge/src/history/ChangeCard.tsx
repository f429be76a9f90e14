import { useMemo, useState } from 'react'
import type { KnowledgeChange } from 'shared/contract/knowledge/log-changes.call.ts'
import { Button, Chip, type ChipTone } from 'shared/ui'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import { formatCount } from '../content/format-count.ts'
import { validityTexts } from '../content/validity.ts'
import classes from './ChangesDialog.module.css'
import { collapseEqual, type DisplayedPiece, type Piece, textDifference } from './text-difference.ts'

type State = NonNullable<KnowledgeChange['before']>

function kindOf({ before, after }: KnowledgeChange): { tone: ChipTone; text: string } {
  if (before === null) return { tone: 'care', text: 'เพิ่ม' }
  return after === null ? { tone: 'crit', text: 'ลบ' } : { tone: 'new', text: 'แก้ไข' }
}

const whole = (state: State | null, isOther: boolean): Piece[] =>
  state === null ? [] : [{ text: state.text, isOther }]

export function ChangeCard({ change }: { change: KnowledgeChange }) {
  const { before, after } = change
  const { tone, text } = kindOf(change)
  const pieces = useMemo(
    () =>
      before === null || after === null
        ? { before: whole(before, true), after: whole(after, true) }
        : textDifference(before.text, after.text),
    [before, after],
  )
  const [isWhole, setWhole] = useState(false)
  const drawn = { before: collapseEqual(pieces.before), after: collapseEqual(pieces.after) }
  const isCollapsed =
    !isWhole && [...drawn.before, ...drawn.after].some(({ collapsed }) => collapsed !== undefined)
  const shown = isCollapsed ? drawn : pieces
  const hasPeriod = [before, after].some((state) => state?.valid_from != null || state?.valid_until != null)
  return (
    <Panel component="article" size="sm" className={classes.change}>
      <Chip tone={tone}>{text}</Chip>
      <div className={classes.sides} data-single={before === null || after === null || undefined}>
        {before === null ? null : (
          <Side title="ก่อน" state={before} pieces={shown.before} mark="del" hasPeriod={hasPeriod} />
        )}
        {after === null ? null : (
          <Side title="หลัง" state={after} pieces={shown.after} mark="ins" hasPeriod={hasPeriod} />
        )}
      </div>
      {isCollapsed ? (
        <Button size="sm" variant="subtle" onClick={() => setWhole(true)}>
          แสดงข้อความทั้งหมด
        </Button>
      ) : null}
    </Panel>
  )
}

interface SideProps {
  title: string
  state: State
  pieces: readonly DisplayedPiece[]
  mark: 'del' | 'ins'
  hasPeriod: boolean
}

function Side({ title, state, pieces, mark: Mark, hasPeriod }: SideProps) {
  return (
    <section className={classes.side} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <p className={classes.text}>
        {pieces.map(({ text, isOther, collapsed }, at) => {
          if (collapsed !== undefined)
            return (
              <span key={at} className={classes.collapsed}>
                เหมือนเดิม {formatCount(collapsed)} บรรทัด
              </span>
            )
          return isOther ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>
        })}
      </p>
      {hasPeriod ? <p className={classes.period}>ใช้ได้ {validityTexts(state)}</p> : null}
    </section>
  )
}
