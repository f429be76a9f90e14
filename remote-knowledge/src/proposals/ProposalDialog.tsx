import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { hasErrorCode, type KnowledgeCalls, knowledgeCalls } from 'shared/api'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import { Button, cutGraphemes, Dialog, Select, showToast } from 'shared/ui'
import records from 'shared/ui/records/records.module.css'
import content from '../content/content.module.css'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { QueryStates } from '../content/QueryStates.tsx'
import { inOneLine } from '../content/text-lines.ts'
import { focusInvalidField } from '../forms/focus-invalid-field.ts'
import { GeneralFields } from '../forms/GeneralFields.tsx'
import { type GeneralDraft, proposalProblems } from '../forms/knowledge-draft.ts'
import { messagesOfQuestions } from './messages-of-questions.ts'
import { newUuid } from './new-uuid.ts'
import { PersonalDataNote } from './PersonalDataNote.tsx'
import {
  type ProposalDraft,
  readProposalDraft,
  storeProposalDraft,
  type TicketQuestion,
  useProposalDraft,
} from './proposal-drafts.store.ts'
import classes from './proposals.module.css'

type ProposalTexts = Awaited<ReturnType<KnowledgeCalls['fetchProposalTexts']>>

export interface ProposalDialogProps {
  ticketId: string
  onClose: () => void
}

const TITLE = 'เสนอเป็นความรู้'
const FORM_ID = 'knowledge-proposal'
/** Maximum number of source messages for a proposal, which is the server's limit. */
const MAX_SOURCE_MESSAGES = 10
const UNSENT_TEXT = 'ลูกค้ายกเลิกข้อความที่ใช้ในคำถามแล้ว กรุณาตรวจคำถามที่โหลดใหม่ก่อนส่งอีกครั้ง'

export function ProposalDialog({ ticketId, onClose }: ProposalDialogProps) {
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
      <QueryStates query={texts} failed="โหลดข้อความของเคสไม่สำเร็จ" lines={2} height={124}>
        {() => null}
      </QueryStates>
    </Dialog>
  )
}

interface ProposalFormProps extends ProposalDialogProps {
  texts: ProposalTexts
  onReload: () => Promise<ProposalTexts | undefined>
}

function ProposalForm({ ticketId, texts, onReload, onClose }: ProposalFormProps) {
  const client = useQueryClient()
  const [id] = useState(newUuid)
  const storedDraft = useProposalDraft(ticketId)
  const [begun, setBegun] = useState(() => begunDraft(texts))
  const draft = storedDraft ?? begun
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const change = (changed: Partial<ProposalDraft>) => {
    const next = { ...(readProposalDraft(ticketId) ?? begun), ...changed }
    storeProposalDraft(ticketId, withDrawn(next, texts.questions))
  }
  const sending = useMutation({
    mutationFn: async ({ questions, answer, drawn, answerId }: ProposalDraft) =>
      (await knowledgeCalls()).postProposal(ticketId, {
        id,
        questions,
        answer,
        question_message_ids: drawn.map(({ message_id }) => message_id),
        answer_message_id: answerId === '' ? null : answerId,
      }),
    onSuccess: (proposal, sent) => {
      showToast(
        proposal.id === id
          ? { tone: 'success', text: 'ส่งข้อเสนอแล้ว ผู้จัดการจะตรวจก่อนเข้าฐานความรู้' }
          : { text: 'เคสนี้เสนอคำตอบนี้ไปแล้ว จึงไม่ได้ส่งซ้ำ' },
      )
      if (readProposalDraft(ticketId) === sent) storeProposalDraft(ticketId, null)
      onClose()
      void client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
    onError: async (error) => {
      console.warn('a proposal could not be sent', error)
      const isUnsent = hasErrorCode(error, 'conflict')
      showToast({
        tone: 'error',
        text: isUnsent ? UNSENT_TEXT : bannerText(error, 'ส่งข้อเสนอไม่สำเร็จ'),
      })
      const read = isUnsent ? await onReload() : undefined
      if (read === undefined) return
      // Takes the questions from the ticket's current messages, because the customer has unsent one of the messages.
      const { questions, drawn } = begunDraft(read)
      const written = readProposalDraft(ticketId)
      setBegun((now) => ({ ...now, questions, drawn }))
      if (written !== undefined) storeProposalDraft(ticketId, { ...written, questions, drawn })
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
          {storedDraft === undefined ? null : (
            <Button
              variant="subtle"
              disabled={sending.isPending}
              onClick={() => storeProposalDraft(ticketId, null)}
            >
              ล้างที่แก้ไว้
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            ปิด
          </Button>
          <Button type="submit" form={FORM_ID} loading={sending.isPending}>
            ส่งข้อเสนอ
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={FORM_ID}
        className={content.wideColumn}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const isWrong = Object.keys(problems).length > 0
          setTried(isWrong)
          if (isWrong) focusInvalidField(form.current)
          else if (!sending.isPending) sending.mutate(draft)
        }}
      >
        <p className={content.hint}>แก้ให้ใช้ได้กับลูกค้าทุกคน ผู้จัดการจะตรวจก่อนเข้าฐานความรู้</p>
        <Proposed proposed={texts.proposed ?? []} />
        <GeneralFields draft={draft} problems={isTried ? problems : {}} onChange={change}>
          {texts.answers.length > 1 ? (
            <Select
              label="ใช้ข้อความที่ส่งไปแล้ว"
              showLabel
              options={texts.answers
                .toReversed()
                .map(({ message_id, text }) => ({ value: message_id, label: text.slice(0, 60) }))}
              value={draft.answerId}
              onChange={(chosen) => {
                const answer = texts.answers.find(({ message_id }) => message_id === chosen)?.text
                change({ answerId: chosen, ...(answer === undefined ? {} : { answer }) })
              }}
            />
          ) : null}
        </GeneralFields>
        <PersonalDataNote text={`${draft.questions}\n${draft.answer}`} />
      </form>
    </Dialog>
  )
}

const PROPOSED_TEXTS: Readonly<Record<KnowledgeProposal['status'], string>> = {
  pending: 'รอผู้จัดการตรวจ',
  accepted: 'รับเข้าฐานความรู้แล้ว',
  declined: 'ผู้จัดการไม่รับ',
  withdrawn: 'ลูกค้ายกเลิกข้อความ',
}

function Proposed({ proposed }: { proposed: NonNullable<ProposalTexts['proposed']> }) {
  if (proposed.length === 0) return null
  return (
    <section className={classes.proposed} aria-label="เสนอจากเคสนี้ไปแล้ว">
      <p className={content.hint}>เสนอจากเคสนี้ไปแล้ว</p>
      <ul className={records.cards}>
        {proposed.map(({ id, questions, answer, status }) => (
          <li key={id} className={classes.words}>
            <strong>{questions.split('\n', 1)[0]}</strong> {cutGraphemes(inOneLine(answer), 80)} ·{' '}
            {PROPOSED_TEXTS[status]}
          </li>
        ))}
      </ul>
    </section>
  )
}

function begunDraft({ questions, answers }: ProposalTexts): ProposalDraft {
  const answer = answers.at(-1)
  const begun: GeneralDraft = {
    kind: 'general',
    questions: questions
      .slice(-2)
      .map(({ text }) => inOneLine(text))
      .join('\n'),
    answer: answer?.text ?? '',
  }
  return withDrawn({ ...begun, answerId: answer?.message_id ?? '', drawn: [] }, questions)
}

/** Adds the messages from which the questions are taken, including messages that the ticket no longer returns. */
function withDrawn(draft: ProposalDraft, questions: readonly TicketQuestion[]): ProposalDraft {
  const known = new Map([...draft.drawn, ...questions].map(({ message_id, text }) => [message_id, text]))
  const texts = Array.from(known, ([message_id, text]) => ({ message_id, text }))
  return { ...draft, drawn: messagesOfQuestions(draft.questions, texts).slice(0, MAX_SOURCE_MESSAGES) }
}
