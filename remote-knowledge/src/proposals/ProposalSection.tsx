import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnowledgeProposal } from 'shared/contract/knowledge/proposal.ts'
import { Button, ErrorState, formatThaiShort, Skeleton } from 'shared/ui'
import { failureText } from '../content/knowledge-error.ts'
import panel from '../content/Panel.module.css'
import { ProposalReview } from './ProposalReview.tsx'
import classes from './proposals.module.css'
import { proposalsQuery } from './proposals.queries.ts'

/** What agents would have in the knowledge base, for a manager to take in or decline. */
export function ProposalSection() {
  const { data, error, isFetching, refetch } = useQuery(proposalsQuery)
  const [reviewed, setReviewed] = useState<KnowledgeProposal | null>(null)
  return (
    <section className={panel.panel} aria-label="ข้อเสนอจากทีม">
      <div className={panel.head}>
        <h2 className={panel.title}>ข้อเสนอจากทีม{data ? ` (${data.total})` : ''}</h2>
      </div>
      {data === undefined ? (
        error === null ? (
          <Skeleton height={64} />
        ) : (
          <ErrorState title="โหลดข้อเสนอไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
            {failureText(error)}
          </ErrorState>
        )
      ) : data.items.length === 0 ? (
        <p className={classes.hint}>ไม่มีข้อเสนอรอตรวจ ทีมเสนอคำตอบได้จากหน้าสนทนาและตอนปิดเคส</p>
      ) : (
        <ul className={classes.list}>
          {data.items.map((proposal) => (
            <li key={proposal.id} className={classes.item}>
              <p className={classes.words}>
                <strong>{proposal.questions}</strong>
                {'\n'}
                {proposal.answer}
              </p>
              <div className={classes.row}>
                <p className={`${classes.hint} ${classes.words}`}>
                  {proposal.proposed_by.display_name} · {proposal.channel.name} ·{' '}
                  {formatThaiShort(proposal.proposed_at)}
                </p>
                <Button size="sm" variant="tint" onClick={() => setReviewed(proposal)}>
                  ตรวจ
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {reviewed === null ? null : (
        <ProposalReview key={reviewed.id} proposal={reviewed} onClose={() => setReviewed(null)} />
      )}
    </section>
  )
}
