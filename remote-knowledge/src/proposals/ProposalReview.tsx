import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { hasErrorCode, knowledgeCalls } from 'shared/api'
import { DECLINE_REASON_MAX } from 'shared/contract/constants.ts'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Button, Dialog, showToast, TextArea } from 'shared/ui'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import content from '../content/content.module.css'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { beginEdit } from '../entries/entry-edits.store.ts'
import { GeneralFields } from '../forms/GeneralFields.tsx'
import { proposalProblems } from '../forms/knowledge-draft.ts'
import { LazyKnownQuestions } from '../forms/LazyKnownQuestions.tsx'
import { DecidedNote } from './DecidedNote.tsx'
import { PersonalDataNote } from './PersonalDataNote.tsx'
import { storeReviewDraft, useReviewDraft } from './review-drafts.store.ts'

interface ProposalReviewProps {
  proposal: KnowledgeProposal
  onClose: () => void
}

export function ProposalReview({ proposal, onClose }: ProposalReviewProps) {
  const client = useQueryClient()
  const { openDialog } = useKnowledgeAddress()
  const draft = useReviewDraft(proposal)
  const [reason, setReason] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  const [decided, setDecided] = useState<KnowledgeProposal | null>(null)
  const isDeclining = reason !== null
  const decide = useMutation({
    mutationFn: async () => {
      const { postAccept, postDecline } = await knowledgeCalls()
      if (isDeclining) return postDecline(proposal.id, reason)
      const { questions, answer } = draft
      return postAccept(proposal.id, { questions, answer })
    },
    onSuccess: () => {
      showToast({ tone: 'success', text: isDeclining ? 'ไม่รับข้อเสนอแล้ว' : 'เพิ่มเข้าฐานความรู้แล้ว' })
      storeReviewDraft(proposal.id, null)
      onClose()
    },
    onError: async (error) => {
      console.warn('a proposal could not be decided', error)
      const { decidedOf } = await knowledgeCalls()
      const other = decidedOf(error)
      // Keeps the text only when another manager has decided. Otherwise (for example after an unsend), discards it.
      if (other?.status === 'accepted' || other?.status === 'declined') return setDecided(other)
      showToast({ tone: 'error', text: bannerText(error, 'บันทึกการตัดสินใจไม่สำเร็จ') })
      if (!hasErrorCode(error, 'proposal_decided', 'not_found')) return
      storeReviewDraft(proposal.id, null)
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeFamilyKey }),
  })
  const close = () => {
    if (decided !== null) storeReviewDraft(proposal.id, null)
    onClose()
  }
  const problems = proposalProblems(draft)
  const isWrong = isDeclining ? reason.trim() === '' : Object.keys(problems).length > 0
  const submit = () => {
    setTried(true)
    if (!isWrong && !decide.isPending) decide.mutate()
  }
  return (
    <Dialog
      open
      title="ตรวจข้อเสนอ"
      placement="sheet"
      onClose={close}
      footer={
        decided === null ? (
          <>
            <Button variant="outline" onClick={() => setReason(isDeclining ? null : '')}>
              {isDeclining ? 'กลับไปแก้ไข' : 'ไม่รับ…'}
            </Button>
            <Button variant={isDeclining ? 'danger' : 'filled'} loading={decide.isPending} onClick={submit}>
              {isDeclining ? 'ไม่รับข้อเสนอ' : 'รับเข้าฐานความรู้'}
            </Button>
          </>
        ) : (
          <Button onClick={close}>ปิด</Button>
        )
      }
    >
      <div className={content.wideColumn}>
        <p className={content.hint}>
          เสนอโดย {staffLabel(proposal.proposed_by)} ·{' '}
          <Link to={`/my-ticket/${proposal.ticket_id}`}>เปิดเคสที่มา</Link>
        </p>
        {decided === null ? null : (
          <DecidedNote
            decided={decided}
            onEntry={(entry) => {
              beginEdit(entry, { draft })
              close()
              openDialog({ entry })
            }}
          />
        )}
        {isDeclining ? (
          <TextArea
            label="เหตุผลที่ไม่รับ"
            withAsterisk
            autosize
            minRows={2}
            maxRows={6}
            maxLength={DECLINE_REASON_MAX}
            value={reason}
            error={isTried && isWrong ? 'กรุณาระบุเหตุผล' : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        ) : (
          <>
            <GeneralFields
              draft={draft}
              problems={isTried ? problems : {}}
              onChange={(next) => storeReviewDraft(proposal.id, next)}
            >
              <LazyKnownQuestions
                draft={draft}
                onOpen={(entry) => {
                  onClose()
                  openDialog({ entry })
                }}
              />
            </GeneralFields>
            <PersonalDataNote text={`${draft.questions}\n${draft.answer}`} />
          </>
        )}
      </div>
    </Dialog>
  )
}
