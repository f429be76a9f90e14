import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { knowledgeCalls } from 'shared/api'
import { Button, EmptyState, ErrorState, formatThaiShort, Skeleton, showToast } from 'shared/ui'
import { changeGeneral, readAddDrafts } from '../adding/add-drafts.store.ts'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { formatCount } from '../content/format-count.ts'
import { bannerText, failureText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-keys.ts'
import panel from '../content/Panel.module.css'
import { inOneLine } from '../content/text-lines.ts'
import classes from '../proposals/proposals.module.css'
import { openQuestionsQuery } from './open-questions.queries.ts'

/** What customers ask and the knowledge base does not answer: the next thing to write, one press away from the form. */
export function OpenQuestionSection() {
  const client = useQueryClient()
  const { change } = useKnowledgeAddress()
  const { data, error, isFetching, refetch } = useQuery(openQuestionsQuery)
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
      {data === undefined ? (
        error === null ? (
          <Skeleton height={64} />
        ) : (
          <ErrorState title="โหลดคำถามไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
            {failureText(error)}
          </ErrorState>
        )
      ) : data.items.length === 0 ? (
        <EmptyState title="ไม่มีคำถามค้าง">คำถามของลูกค้าที่ฐานความรู้ยังตอบไม่ได้จะมาอยู่ตรงนี้</EmptyState>
      ) : (
        <ul className={classes.list}>
          {data.items.map(({ id, asked, last_asked_at: at, questions, ticket_id: ticketId }) => (
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
      )}
    </section>
  )
}
