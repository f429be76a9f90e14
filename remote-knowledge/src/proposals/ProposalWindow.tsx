import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasErrorCode, type KnowledgeCalls, knowledgeCalls } from 'shared/api'
import { Button, Dialog, ErrorState, Select, Spinner, showToast, TextArea } from 'shared/ui'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'
import { inOneLine } from '../content/text-lines.ts'
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
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...knowledgeFamilyKey, 'proposal-texts', ticketId],
    queryFn: async ({ signal }) => (await knowledgeCalls()).fetchProposalTexts(ticketId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const reload = async () => (await refetch()).data
  if (data !== undefined)
    return <ProposalForm ticketId={ticketId} texts={data} onReload={reload} onClose={onClose} />
  return (
    <Dialog open title={TITLE} placement="sheet" onClose={onClose}>
      {error ? (
        <ErrorState title="โหลดข้อความของเคสไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}

interface ProposalFormProps extends ProposalWindowProps {
  texts: ProposalTexts
  onReload: () => Promise<ProposalTexts | undefined>
}

function ProposalForm({ ticketId, texts, onReload, onClose }: ProposalFormProps) {
  const [id] = useState(newUuid)
  const [questions, setQuestions] = useState(() => begunQuestions(texts))
  const [answerId, setAnswerId] = useState(() => texts.answers.at(-1)?.message_id ?? '')
  const [answer, setAnswer] = useState(() => texts.answers.at(-1)?.text ?? '')
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)

  async function send(): Promise<void> {
    setTried(true)
    if (isSending || questions.trim() === '' || answer.trim() === '') return
    setSending(true)
    try {
      const { postProposal } = await knowledgeCalls()
      await postProposal(ticketId, {
        id,
        questions,
        answer,
        question_message_ids: drawnFrom(questions, texts.questions).map(({ message_id }) => message_id),
        answer_message_id: answerId === '' ? null : answerId,
      })
    } catch (error) {
      console.warn('a proposal was not sent', error)
      const isTakenBack = hasErrorCode(error, 'conflict')
      showToast({ tone: 'error', text: isTakenBack ? TAKEN_BACK : errorText(error) })
      const now = isTakenBack ? await onReload() : undefined
      if (now !== undefined) setQuestions(begunQuestions(now))
      setSending(false)
      return
    }
    showToast({ tone: 'success', text: 'ส่งข้อเสนอแล้ว ผู้จัดการจะตรวจก่อนเข้าฐานความรู้' })
    onClose()
  }

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
          <Button type="submit" form={FORM} loading={isSending}>
            ส่งข้อเสนอ
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p className={classes.hint}>แก้ให้ใช้ได้กับลูกค้าทุกคน ผู้จัดการจะตรวจก่อนเข้าฐานความรู้</p>
        <TextArea
          label="คำถาม"
          description="บรรทัดละ 1 คำถาม"
          withAsterisk
          autosize
          minRows={2}
          maxRows={6}
          value={questions}
          error={isTried && questions.trim() === '' ? 'กรุณากรอกคำถามอย่างน้อย 1 ข้อ' : undefined}
          onChange={(event) => setQuestions(event.currentTarget.value)}
        />
        {texts.answers.length > 1 ? (
          <Select
            label="ใช้ข้อความที่ส่งไปแล้ว"
            showLabel
            options={texts.answers
              .toReversed()
              .map(({ message_id, text }) => ({ value: message_id, label: text.slice(0, 60) }))}
            value={answerId}
            onChange={(chosen) => {
              setAnswerId(chosen)
              setAnswer(texts.answers.find(({ message_id }) => message_id === chosen)?.text ?? answer)
            }}
          />
        ) : null}
        <TextArea
          label="คำตอบ"
          withAsterisk
          autosize
          minRows={3}
          maxRows={10}
          value={answer}
          error={isTried && answer.trim() === '' ? 'กรุณากรอกคำตอบ' : undefined}
          onChange={(event) => setAnswer(event.currentTarget.value)}
        />
        <PersonalDataNote text={`${questions}\n${answer}`} />
      </form>
    </Dialog>
  )
}

/** The last texts of the customer, each in one line. */
const begunQuestions = ({ questions }: ProposalTexts) =>
  questions
    .slice(-2)
    .map(({ text }) => inOneLine(text))
    .join('\n')
