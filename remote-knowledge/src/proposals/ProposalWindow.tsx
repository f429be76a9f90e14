import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasErrorCode, type KnowledgeCalls, knowledgeCalls } from 'shared/api'
import { Button, Dialog, Select, showToast } from 'shared/ui'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'
import { QueryFaces } from '../content/QueryFaces.tsx'
import { inOneLine } from '../content/text-lines.ts'
import { focusProblem } from '../forms/focus-problem.ts'
import { GeneralFields } from '../forms/GeneralFields.tsx'
import { type GeneralDraft, proposalProblems } from '../forms/knowledge-draft.ts'
import { drawnFrom } from './drawn-from.ts'
import { newUuid } from './new-uuid.ts'
import { PersonalDataNote } from './PersonalDataNote.tsx'
import classes from './proposals.module.css'

type ProposalTexts = Awaited<ReturnType<KnowledgeCalls['fetchProposalTexts']>>

export interface ProposalWindowProps {
  ticketId: string
  onClose: () => void
}

const TITLE = 'เสนอเป็นความรู้'
const FORM = 'knowledge-proposal'
const TAKEN_BACK = 'ลูกค้ายกเลิกข้อความที่ใช้ในคำถามแล้ว กรุณาตรวจคำถามที่โหลดใหม่ก่อนส่งอีกครั้ง'

/** A question and the answer that was given become a proposal that a manager decides about. */
export function ProposalWindow({ ticketId, onClose }: ProposalWindowProps) {
  const texts = useQuery({
    queryKey: [...knowledgeFamilyKey, 'proposal-texts', ticketId],
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchProposalTexts(ticketId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const reload = async () => (await texts.refetch()).data
  if (texts.data !== undefined)
    return <ProposalForm ticketId={ticketId} texts={texts.data} onReload={reload} onClose={onClose} />
  return (
    <Dialog open title={TITLE} placement="sheet" onClose={onClose}>
      <QueryFaces query={texts} failed="โหลดข้อความของเคสไม่สำเร็จ" lines={2} height={124}>
        {() => null}
      </QueryFaces>
    </Dialog>
  )
}

interface ProposalFormProps extends ProposalWindowProps {
  texts: ProposalTexts
  onReload: () => Promise<ProposalTexts | undefined>
}

function ProposalForm({ ticketId, texts, onReload, onClose }: ProposalFormProps) {
  const client = useQueryClient()
  const [id] = useState(newUuid)
  const [draft, setDraft] = useState(() => begunDraft(texts))
  const [answerId, setAnswerId] = useState(() => texts.answers.at(-1)?.message_id ?? '')
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    mutationFn: async ({ questions, answer }: GeneralDraft) =>
      (await knowledgeCalls()).postProposal(ticketId, {
        id,
        questions,
        answer,
        question_message_ids: drawnFrom(questions, texts.questions).map(({ message_id }) => message_id),
        answer_message_id: answerId === '' ? null : answerId,
      }),
    onSuccess: () => {
      showToast({ tone: 'success', text: 'ส่งข้อเสนอแล้ว ผู้จัดการจะตรวจก่อนเข้าฐานความรู้' })
      onClose()
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: async (error) => {
      console.warn('a proposal was not sent', error)
      const isTakenBack = hasErrorCode(error, 'conflict')
      showToast({
        tone: 'error',
        text: isTakenBack ? TAKEN_BACK : bannerText(error, 'ส่งข้อเสนอไม่สำเร็จ'),
      })
      const read = isTakenBack ? await onReload() : undefined
      if (read !== undefined) setDraft((now) => ({ ...now, questions: begunDraft(read).questions }))
    },
  })
  const problems = proposalProblems(draft)
  return (
    <Dialog
      open
      title={TITLE}
      placement="sheet"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            ยกเลิก
          </Button>
          <Button type="submit" form={FORM} loading={sending.isPending}>
            ส่งข้อเสนอ
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={FORM}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const isWrong = Object.keys(problems).length > 0
          setTried(isWrong)
          if (isWrong) focusProblem(form.current)
          else if (!sending.isPending) sending.mutate(draft)
        }}
      >
        <p className={classes.hint}>แก้ให้ใช้ได้กับลูกค้าทุกคน ผู้จัดการจะตรวจก่อนเข้าฐานความรู้</p>
        <GeneralFields draft={draft} problems={isTried ? problems : {}} onChange={setDraft}>
          {texts.answers.length > 1 ? (
            <Select
              label="ใช้ข้อความที่ส่งไปแล้ว"
              showLabel
              options={texts.answers
                .toReversed()
                .map(({ message_id, text }) => ({ value: message_id, label: text.slice(0, 60) }))}
              value={answerId}
              onChange={(chosen) => {
                const answer = texts.answers.find(({ message_id }) => message_id === chosen)?.text
                setAnswerId(chosen)
                if (answer !== undefined) setDraft((now) => ({ ...now, answer }))
              }}
            />
          ) : null}
        </GeneralFields>
        <PersonalDataNote text={`${draft.questions}\n${draft.answer}`} />
      </form>
    </Dialog>
  )
}

/** The last texts of the customer, each in one line, and what was answered last. */
const begunDraft = ({ questions, answers }: ProposalTexts): GeneralDraft => ({
  kind: 'general',
  questions: questions
    .slice(-2)
    .map(({ text }) => inOneLine(text))
    .join('\n'),
  answer: answers.at(-1)?.text ?? '',
})
