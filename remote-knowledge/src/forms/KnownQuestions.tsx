import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { knowledgeCalls } from 'shared/api'
import {
  KNOWLEDGE_SOURCES,
  KNOWLEDGE_TEXT_MAX,
  KNOWN_QUESTIONS_MAX,
  SEARCH_DEBOUNCE_MS,
} from 'shared/contract/constants.ts'
import { questionsOf, writeGeneral, writePromotion } from 'shared/contract/knowledge/knowledge-text.ts'
import { useRole } from 'shared/session'
import { Button } from 'shared/ui'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import classes from './forms.module.css'
import type { GeneralDraft, PromotionDraft } from './knowledge-draft.ts'

export interface KnownQuestionsProps {
  draft: GeneralDraft | PromotionDraft
  besides?: string
  onOpen: (id: string) => void
}

/** Note about existing entries with similar questions. Errors are ignored, because the form works without the note. */
export function KnownQuestions({ draft, besides, onOpen }: KnownQuestionsProps) {
  const isManager = useRole() === 'BUSINESS'
  const text = useSettled(topicOf(draft))
  const { data } = useQuery(knownQuery(draft.kind, text, besides))
  const items = text === '' ? [] : (data?.items ?? [])
  const what = draft.kind === 'general' ? 'คำถาม' : 'โปรโมชั่นชื่อ'
  return (
    <div role="status">
      {items.length === 0 ? null : (
        <ul className={classes.known}>
          {items.map(({ question, entry }) => (
            <li key={entry.id}>
              <IconInfoCircle size={20} aria-hidden />
              <div className={classes.other}>
                <p>
                  มี{what}นี้อยู่แล้ว: {question}
                </p>
                <KnowledgeText text={entry.text} isShort />
              </div>
              <Button size="sm" variant="outline" onClick={() => onOpen(entry.id)}>
                {isManager ? 'แก้ไขรายการนั้น' : 'ดูรายการนั้น'}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const knownQuery = (kind: keyof typeof KNOWLEDGE_SOURCES, text: string, besides: string | undefined) =>
  queryOptions({
    queryKey: [...knowledgeFamilyKey, 'known-questions', kind, besides, text] as const,
    queryFn: async ({ signal }) =>
      (await knowledgeCalls()).fetchKnownQuestions(
        { source: KNOWLEDGE_SOURCES[kind], text, besides },
        signal,
      ),
    placeholderData: keepPreviousData,
    enabled: text !== '' && text.length <= KNOWLEDGE_TEXT_MAX,
    retry: false,
  })

/** Returns the topic as the knowledge base stores it; empty for an empty draft. */
function topicOf(draft: GeneralDraft | PromotionDraft): string {
  if (draft.kind === 'promotion')
    return draft.name.trim() === '' ? '' : writePromotion({ name: draft.name, text: '', images: [] })
  const questions = questionsOf(draft.questions).slice(0, KNOWN_QUESTIONS_MAX)
  return questions.length === 0 ? '' : writeGeneral({ questions, answer: '' })
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(setSettled, SEARCH_DEBOUNCE_MS, text)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : settled
}
