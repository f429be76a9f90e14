import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { knowledgeCalls } from 'shared/api'
import { Button, EmptyState, formatThaiShort, showToast } from 'shared/ui'
import { changeGeneral, readAddDrafts } from '../adding/add-drafts.store.ts'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { formatCount } from '../content/format-count.ts'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'
import { PageSteps } from '../content/PageSteps.tsx'
import panel from '../content/Panel.module.css'
import { QueryFaces } from '../content/QueryFaces.tsx'
import { inOneLine } from '../content/text-lines.ts'
import { openQuestionsQuery, WAITING_PAGE } from '../content/waiting.queries.ts'
import classes from '../proposals/proposals.module.css'

/** What customers ask and the knowledge base does not answer: the next thing to write, one press away from the form. */
export function OpenQuestionSection() {
  const client = useQueryClient()
  const { change } = useKnowledgeAddress()
  const [page, setPage] = useState(1)
  const list = useQuery(openQuestionsQuery(page))
  const { data, isPlaceholderData } = list
  // The last of its page is done.
  if (page > 1 && data?.items.length === 0 && !isPlaceholderData) setPage(page - 1)
  const dismiss = useMutation({
    mutationFn: async (id: string) => (await knowledgeCalls()).postDismiss(id),
    onError: (failure) => {
      console.warn('a question was not taken off the list', failure)
      showToast({ tone: 'error', text: bannerText(failure, 'นำคำถามออกจากรายการไม่สำเร็จ') })
    },
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeFamilyKey }),
  })

  /** Into the form, behind the questions that stand there. */
  function write(questions: readonly string[]): void {
    const { draft } = readAddDrafts().general
    const lines = [draft.questions.trim(), ...questions.map(inOneLine)]
    changeGeneral({ ...draft, questions: lines.filter((line) => line !== '').join('\n') })
    change({ tab: 'add', kind: 'general' })
  }

  return (
    <section className={panel.panel} aria-label="คำถามที่ยังไม่มีคำตอบ">
      <div className={panel.head}>
        <h2 className={panel.title}>คำถามที่ยังไม่มีคำตอบ{data ? ` (${formatCount(data.total)})` : ''}</h2>
      </div>
      <QueryFaces query={list} failed="โหลดคำถามไม่สำเร็จ" lines={1} height={64}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState title="ไม่มีคำถามค้าง">คำถามของลูกค้าที่ฐานความรู้ยังตอบไม่ได้จะมาอยู่ตรงนี้</EmptyState>
          ) : (
            <>
              <ul className={classes.list}>
                {items.map(({ id, asked, last_asked_at: at, questions, ticket_id: ticketId }) => (
                  <li key={id} className={classes.item}>
                    <p className={classes.words}>{questions.join('\n')}</p>
                    <p className={classes.hint}>
                      ถาม {formatCount(asked)} ครั้ง · ล่าสุด {formatThaiShort(at)} ·{' '}
                      <Link to={`/my-ticket/${ticketId}`}>เปิดเคสล่าสุด</Link>
                    </p>
                    <div className={classes.row}>
                      <Button
                        size="sm"
                        variant="outline"
                        loading={dismiss.isPending && dismiss.variables === id}
                        onClick={() => dismiss.mutate(id)}
                      >
                        ไม่ต้องตอบ
                      </Button>
                      <Button size="sm" variant="tint" onClick={() => write(questions)}>
                        เขียนคำตอบ
                      </Button>
                    </div>
                  </li>
                ))}
              </ul>
              {total > WAITING_PAGE ? (
                <PageSteps
                  page={page}
                  hasNext={page * WAITING_PAGE < total && !isPlaceholderData}
                  onChange={setPage}
                  label="หน้าของคำถาม"
                />
              ) : null}
            </>
          )
        }
      </QueryFaces>
    </section>
  )
}
