import { useMutation } from '@tanstack/react-query'
import { errorText, knowledgeCalls } from 'shared/api'
import { Button } from 'shared/ui'
import { Panel, PanelRow } from 'shared/ui/Panel/Panel.tsx'
import content from '../content/content.module.css'
import classes from './AnswerDialog.module.css'

interface DraftSectionProps {
  ticketId: string
  onInsert: (text: string) => void
}

export function DraftSection({ ticketId, onInsert }: DraftSectionProps) {
  const draft = useMutation({
    mutationFn: async () => (await knowledgeCalls()).postAnswerDraft(ticketId),
  })
  const { data, error, isPending } = draft
  const words = data?.sentences.map(({ text }) => text).join('\n') ?? ''
  return (
    <Panel size="sm" aria-label="ร่างคำตอบ">
      <PanelRow>
        <h3 className={classes.title}>ร่างคำตอบจากข้อมูลข้างบน</h3>
        <Button size="sm" variant="outline" loading={isPending} onClick={() => draft.mutate()}>
          {data === undefined ? 'ร่างคำตอบ' : 'ร่างใหม่'}
        </Button>
      </PanelRow>
      <div role="status">
        {error ? <p className={content.warning}>{errorText(error)}</p> : null}
        {data === undefined || error ? null : words === '' ? (
          <p className={classes.words}>ไม่พบคำตอบ</p>
        ) : (
          <p className={classes.words}>
            {data.sentences.map(({ text, sources }, at) => (
              <span key={at}>
                {text} <span className={content.hint}>[{sources.map((index) => index + 1).join(', ')}]</span>
                {'\n'}
              </span>
            ))}
          </p>
        )}
      </div>
      {words === '' || data === undefined ? null : (
        <>
          <ol className={classes.sources} aria-label="ที่มาของร่าง">
            {data.sources.map(({ entry_id, source, title }) => (
              <li key={entry_id}>
                {title} ({source})
              </li>
            ))}
          </ol>
          <PanelRow>
            <Button size="sm" variant="tint" onClick={() => onInsert(words)}>
              ใส่ร่างในช่องตอบ
            </Button>
          </PanelRow>
        </>
      )}
    </Panel>
  )
}
