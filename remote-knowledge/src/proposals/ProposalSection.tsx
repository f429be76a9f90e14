import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Button, deferred, formatThaiShort, useLazyDialog } from 'shared/ui'
import { Panel, PanelRow, PanelTitle } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import content from '../content/content.module.css'
import { OPEN_ITEMS_PAGE_SIZE, proposalsQuery } from '../content/next-to-write.queries.ts'
import { PrevNextPagination } from '../content/PrevNextPagination.tsx'
import { QueryStates } from '../content/QueryStates.tsx'
import classes from './proposals.module.css'

const reviewDialog = deferred(
  async () => (await import(/* webpackChunkName: "review" */ './ProposalReview.tsx')).ProposalReview,
)

export function ProposalSection() {
  const [page, setPage] = useState(1)
  const list = useQuery(proposalsQuery(page))
  const { data, isPlaceholderData } = list
  if (page > 1 && data?.items.length === 0 && !isPlaceholderData) setPage(page - 1)
  const [reviewed, setReviewed] = useState<KnowledgeProposal | null>(null)
  const Review = useLazyDialog(reviewDialog, reviewed !== null, () => setReviewed(null))
  return (
    <Panel aria-label="ข้อเสนอจากทีม">
      <PanelRow>
        <PanelTitle>ข้อเสนอจากทีม{data ? ` (${data.total})` : ''}</PanelTitle>
      </PanelRow>
      <QueryStates query={list} failed="โหลดข้อเสนอไม่สำเร็จ" lines={1} height={64}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className={content.hint}>ไม่มีข้อเสนอรอตรวจ ทีมเสนอคำตอบได้จากหน้าสนทนาและตอนปิดเคส</p>
          ) : (
            <>
              <ul className={records.cards}>
                {items.map((proposal) => (
                  <Panel key={proposal.id} component="li" size="sm">
                    <p className={classes.words}>
                      <strong>{proposal.questions}</strong>
                      {'\n'}
                      {proposal.answer}
                    </p>
                    <PanelRow className={classes.end}>
                      <p className={`${content.hint} ${classes.words}`}>
                        {staffLabel(proposal.proposed_by)} · {proposal.channel.name} ·{' '}
                        {formatThaiShort(proposal.proposed_at)}
                      </p>
                      <Button
                        size="sm"
                        variant="tint"
                        aria-haspopup="dialog"
                        {...reviewDialog.preloadProps}
                        onClick={() => setReviewed(proposal)}
                      >
                        ตรวจ
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
                  label="หน้าของข้อเสนอ"
                />
              ) : null}
            </>
          )
        }
      </QueryStates>
      {reviewed === null || Review === null ? null : (
        <Review key={reviewed.id} proposal={reviewed} onClose={() => setReviewed(null)} />
      )}
    </Panel>
  )
}
