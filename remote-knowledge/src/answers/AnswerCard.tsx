import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhoto.mjs'
import type { SuggestedAnswer } from 'shared/contract/knowledge/suggest-answers.call.ts'
import { Button } from 'shared/ui'
import { Panel, PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { changedByText } from '../content/changed-by-text.ts'
import content from '../content/content.module.css'
import { EntryImage } from '../content/EntryImage.tsx'
import { PageLink } from '../content/PageLink.tsx'
import { SourceChip } from '../content/SourceChip.tsx'
import { ValidityChip } from '../content/ValidityChip.tsx'
import classes from './AnswerDialog.module.css'

interface AnswerCardProps {
  answer: SuggestedAnswer
  onInsert: (text: string) => void
  onImage: (url: string) => void
}

export function AnswerCard({ answer, onInsert, onImage }: AnswerCardProps) {
  const { title, source, url, text, image_url: image, matched, is_close: isClose, updated_at: at } = answer
  const { earlier_question: earlier, valid_from = null, valid_until = null } = answer
  return (
    <Panel component="article" size="sm" aria-label={title}>
      <PanelRow>
        <h3 className={classes.title}>{title}</h3>
        {url ? <PageLink url={url} /> : null}
        <SourceChip source={source} />
        <ValidityChip validity={{ valid_from, valid_until }} />
      </PanelRow>
      {text === null ? null : <p className={classes.words}>{text}</p>}
      {image === null ? null : <EntryImage url={image} />}
      {earlier ? <p className={content.warning}>ตอบข้อความก่อนหน้า: “{earlier}”</p> : null}
      {isClose ? null : <p className={content.warning}>อาจไม่ตรงกับที่ลูกค้าถาม อ่านก่อนใช้</p>}
      {matched.length > 0 ? <p className={classes.details}>คำที่ตรงกัน: {matched.join(', ')}</p> : null}
      {at === undefined ? null : <p className={classes.details}>{changedByText({ updated_at: at })}</p>}
      <PanelRow>
        {text === null ? null : (
          <Button size="sm" variant="tint" onClick={() => onInsert(text)}>
            ใส่ในช่องตอบ
          </Button>
        )}
        {image === null ? null : (
          <Button
            size="sm"
            variant="outline"
            leftSection={<IconPhoto size={16} aria-hidden />}
            onClick={() => onImage(image)}
          >
            ส่งรูปนี้…
          </Button>
        )}
      </PanelRow>
    </Panel>
  )
}
