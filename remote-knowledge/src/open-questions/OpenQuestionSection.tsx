import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { knowledgeCalls } from 'shared/api'
import type { OpenQuestion } from 'shared/contract/knowledge/open-questions.call.ts'
import { Button, ConfirmDialog, Dialog, EmptyState, formatThaiShort, showToast } from 'shared/ui'
import { Panel, PanelRow, PanelTitle } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import { addQuestionsToDraft, hasOtherContent } from '../add/add-drafts.store.ts'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import content from '../content/content.module.css'
import { formatCount } from '../content/format-count.ts'
import { bannerText } from '../content/knowledge-error.ts'
import { knowledgeFamilyKey } from '../content/knowledge-query-keys.ts'
import { OPEN_ITEMS_PAGE_SIZE, openQuestionsQuery } from '../content/next-to-write.queries.ts'
import { PrevNextPagination } from '../content/PrevNextPagination.tsx'
import { QueryStates } from '../content/QueryStates.tsx'
import { inOneLine } from '../content/text-lines.ts'
import classes from '../proposals/proposals.module.css'

export function OpenQuestionSection() {
  const client = useQueryClient()
  const { change } = useKnowledgeAddress()
  const [page, setPage] = useState(1)
  const [confirming, setConfirming] = useState<{ to: 'write' | 'dismiss'; of: OpenQuestion } | null>(null)
  const section = useRef<HTMLElement>(null)
  const questions = confirming?.of.questions.map(inOneLine) ?? []
  const list = useQuery(openQuestionsQuery(page))
  const { data, isPlaceholderData } = list
  if (page > 1 && data?.items.length === 0 && !isPlaceholderData) setPage(page - 1)
  const dismiss = useMutation({
    mutationFn: async (id: string) => (await knowledgeCalls()).postDismiss(id),
    onError: (failure) => {
      console.warn('a question could not be dismissed', failure)
      showToast({ tone: 'error', text: bannerText(failure, 'นำคำถามออกจากรายการไม่สำเร็จ') })
    },
    // Moves the focus, because the dismissed row's button is removed.
    onSuccess: () => section.current?.focus(),
    onSettled: () => {
      setConfirming(null)
      return client.invalidateQueries({ queryKey: knowledgeFamilyKey })
    },
  })

  function write(questions: readonly string[], isRetained = true): void {
    change({ tab: 'add', kind: 'general' })
    addQuestionsToDraft(questions, isRetained)
    setConfirming(null)
  }

  return (
    <Panel ref={section} tabIndex={-1} aria-label="คำถามที่ยังไม่มีคำตอบ">
      <PanelRow>
        <PanelTitle>คำถามที่ยังไม่มีคำตอบ{data ? ` (${formatCount(data.total)})` : ''}</PanelTitle>
      </PanelRow>
      <QueryStates query={list} failed="โหลดคำถามไม่สำเร็จ" lines={1} height={64}>
        {({ items, total }) =>
          items.length === 0 ? (
            <EmptyState title="ไม่มีคำถามค้าง">คำถามของลูกค้าที่ฐานความรู้ยังตอบไม่ได้จะมาอยู่ตรงนี้</EmptyState>
          ) : (
            <>
              <ul className={records.cards}>
                {items.map((each) => (
                  <Panel key={each.id} component="li" size="sm">
                    <p className={classes.words}>{each.questions.join('\n')}</p>
                    <p className={content.hint}>
                      ถาม {formatCount(each.asked)} ครั้ง · ล่าสุด {formatThaiShort(each.last_asked_at)} ·{' '}
                      <Link className={classes.link} to={`/my-ticket/${each.ticket_id}`}>
                        เปิดเคสล่าสุด
                      </Link>
                    </p>
                    <PanelRow className={classes.end}>
                      <Button
                        size="sm"
                        variant="outline"
                        onClick={() => setConfirming({ to: 'dismiss', of: each })}
                      >
                        ไม่ต้องตอบ
                      </Button>
                      <Button
                        size="sm"
                        variant="tint"
                        onClick={() => {
                          const lines = each.questions.map(inOneLine)
                          if (hasOtherContent(lines)) setConfirming({ to: 'write', of: each })
                          else write(lines)
                        }}
                      >
                        เขียนคำตอบ
                      </Button>
                    </PanelRow>
                  </Panel>
                ))}
              </ul>
              {total > OPEN_ITEMS_PAGE_SIZE ? (
                <PrevNextPagination
                  page={page}
                  hasNext={page * OPEN_ITEMS_PAGE_SIZE < total && !isPlaceholderData}
                  onChange={setPage}
                  label="หน้าของคำถาม"
                />
              ) : null}
            </>
          )
        }
      </QueryStates>
      <ConfirmDialog
        open={confirming?.to === 'dismiss'}
        title="ไม่ต้องตอบคำถามนี้?"
        confirmLabel="ไม่ต้องตอบ"
        danger
        busy={dismiss.isPending}
        onCancel={() => setConfirming(null)}
        onConfirm={() => confirming && dismiss.mutate(confirming.of.id)}
      >
        <p className={classes.words}>{`${questions.join('\n')}\n\n`}</p>
        คำถามนี้จะออกจากรายการ และจะไม่กลับมาแม้ลูกค้าถามอีก
      </ConfirmDialog>
      <Dialog
        open={confirming?.to === 'write'}
        title="มีข้อความที่เขียนค้างไว้"
        spoken
        onClose={() => setConfirming(null)}
        footer={
          <>
            <Button variant="outline" onClick={() => write(questions, false)}>
              ล้างแล้วเขียนใหม่
            </Button>
            <Button data-autofocus onClick={() => write(questions)}>
              เพิ่มคำถามต่อท้าย
            </Button>
          </>
        }
      >
        แบบฟอร์มคำถาม-คำตอบมีข้อความที่ยังไม่ได้บันทึก
      </Dialog>
    </Panel>
  )
}
