import { TEXT_MAX_UTF16 } from 'shared/contract/constants.ts'
import fieldBox from '../ticket/field-box.module.css'
import { useDraft } from './pending.store.ts'

interface LengthCountProps {
  draftId: string
  tooLongTexts?: string
}

export function LengthCount({ draftId, tooLongTexts = 'ยาวเกินกว่าที่ส่งได้' }: LengthCountProps) {
  const { length } = useDraft(draftId)
  const tooLong = length > TEXT_MAX_UTF16
  return (
    <span className={fieldBox.count} data-over={tooLong || undefined} role="status">
      {tooLong ? `${tooLongTexts} ` : null}
      {length.toLocaleString('en-US')}/{TEXT_MAX_UTF16.toLocaleString('en-US')}
    </span>
  )
}
