import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText, hasErrorCode, knowledgeCalls } from 'shared/api'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import { Button, Dialog, showToast, TextArea } from 'shared/ui'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'
import { PersonalDataNote } from './PersonalDataNote.tsx'
import classes from './proposals.module.css'

interface ProposalReviewProps {
  proposal: KnowledgeProposal
  onClose: () => void
}

/** A manager changes a proposal and takes it in, or declines it with a reason. */
export function ProposalReview({ proposal, onClose }: ProposalReviewProps) {
  const client = useQueryClient()
  const [questions, setQuestions] = useState(proposal.questions)
  const [answer, setAnswer] = useState(proposal.answer)
  const [reason, setReason] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const isDeclining = reason !== null
  const decide = useMutation({
    mutationFn: async () => {
      const { postAccept, postDecline } = await knowledgeCalls()
      return isDeclining ? postDecline(proposal.id, reason) : postAccept(proposal.id, { questions, answer })
    },
    onSuccess: () => {
      showToast({ tone: 'success', text: isDeclining ? 'ไม่รับข้อเสนอแล้ว' : 'เพิ่มเข้าฐานความรู้แล้ว' })
      onClose()
    },
    onError: (error) => {
      console.warn('a proposal was not decided', error)
      showToast({ tone: 'error', text: errorText(error) })
      if (hasErrorCode(error, 'proposal_decided', 'not_found')) onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeFamilyKey }),
  })
  const isMissing = isDeclining ? reason.trim() === '' : questions.trim() === '' || answer.trim() === ''
  const submit = () => {
    setTried(true)
    if (!isMissing && !decide.isPending) decide.mutate()
  }
  const missing = (text: string, what: string) => (isTried && text.trim() === '' ? what : undefined)
  return (
    <Dialog
      open
      title="ตรวจข้อเสนอ"
      placement="sheet"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={() => setReason(isDeclining ? null : '')}>
            {isDeclining ? 'กลับไปแก้ไข' : 'ไม่รับ…'}
          </Button>
          <Button variant={isDeclining ? 'danger' : 'filled'} loading={decide.isPending} onClick={submit}>
            {isDeclining ? 'ไม่รับข้อเสนอ' : 'รับเข้าฐานความรู้'}
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <p className={classes.hint}>
          เสนอโดย {proposal.proposed_by.display_name} ·{' '}
          <Link to={`/my-ticket/${proposal.ticket_id}`}>เปิดเคสที่มา</Link>
        </p>
        {isDeclining ? (
          <TextArea
            label="เหตุผลที่ไม่รับ"
            withAsterisk
            autosize
            minRows={2}
            maxRows={6}
            maxLength={500}
            value={reason}
            error={missing(reason, 'กรุณาระบุเหตุผล')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : (
          <>
            <TextArea
              label="คำถามตัวอย่าง"
              description="บรรทัดละ 1 คำถาม"
              withAsterisk
              autosize
              minRows={2}
              maxRows={8}
              value={questions}
              error={missing(questions, 'กรุณากรอกคำถามอย่างน้อย 1 ข้อ')}
              onChange={(event) => setQuestions(event.currentTarget.value)}
            />
            <TextArea
              label="คำตอบ"
              withAsterisk
              autosize
              minRows={4}
              maxRows={12}
              value={answer}
              error={missing(answer, 'กรุณากรอกคำตอบ')}
              onChange={(event) => setAnswer(event.currentTarget.value)}
            />
            <PersonalDataNote text={`${questions}\n${answer}`} />
          </>
        )}
      </div>
    </Dialog>
  )
}
