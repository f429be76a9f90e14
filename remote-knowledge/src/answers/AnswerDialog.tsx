import IconBulb from '@tabler/icons-react/dist/esm/icons/IconBulb.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { knowledgeCalls } from 'shared/api'
import { Button, Dialog, EmptyState } from 'shared/ui'
import records from 'shared/ui/records/records.module.css'
import content from '../content/content.module.css'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { QueryStates } from '../content/QueryStates.tsx'
import { ProposalDialog } from '../proposals/ProposalDialog.tsx'
import { AnswerCard } from './AnswerCard.tsx'
import classes from './AnswerDialog.module.css'
import { DraftSection } from './DraftSection.tsx'

export interface AnswerDialogProps {
  ticketId: string
  onInsert: (text: string) => void
  /** Called with the URL of the image, which is sent only after a confirmation. */
  onImage: (url: string) => void
  onClose: () => void
}

export function AnswerDialog({ ticketId, onInsert, onImage, onClose }: AnswerDialogProps) {
  const [isProposing, setProposing] = useState(false)
  const answers = useQuery({
    queryKey: [...knowledgeFamilyKey, 'answers', ticketId],
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchAnswers(ticketId, signal),
    // Always refetches, because the customer may have sent new messages.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog
      open
      title="แนะนำคำตอบ"
      placement="sheet"
      onClose={onClose}
      footer={
        <Button
          variant="subtle"
          leftSection={<IconBulb size={18} aria-hidden />}
          onClick={() => setProposing(true)}
        >
          เสนอเป็นความรู้
        </Button>
      }
    >
      <QueryStates query={answers} failed="หาคำตอบไม่สำเร็จ" lines={3} height={124}>
        {(data) => (
          <div className={content.wideColumn}>
            {data.question === '' ? null : (
              <section className={classes.questionSection} aria-label="ลูกค้าถามว่า">
                <h3 className={classes.label}>ลูกค้าถามว่า</h3>
                <p className={classes.question}>{data.question}</p>
              </section>
            )}
            {data.answers.length === 0 ? (
              <EmptyState title="ไม่พบคำตอบในฐานความรู้">
                {data.question === ''
                  ? 'ลูกค้ายังไม่ได้พิมพ์คำถามในเคสนี้'
                  : 'ตอบเองได้เลย แล้วกดเสนอเป็นความรู้ เพื่อให้ครั้งหน้ามีคำตอบ'}
              </EmptyState>
            ) : (
              <>
                <ol className={records.cards} aria-label="คำตอบที่แนะนำ">
                  {data.answers.map((answer) => (
                    <li key={answer.entry_id}>
                      <AnswerCard answer={answer} onInsert={onInsert} onImage={onImage} />
                    </li>
                  ))}
                </ol>
                {data.can_draft ? <DraftSection ticketId={ticketId} onInsert={onInsert} /> : null}
              </>
            )}
          </div>
        )}
      </QueryStates>
      {isProposing ? <ProposalDialog ticketId={ticketId} onClose={() => setProposing(false)} /> : null}
    </Dialog>
  )
}
