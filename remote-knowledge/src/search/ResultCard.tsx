import type { KnowledgeResult } from 'shared/contract/knowledge/search-knowledge.call.ts'
import { useRole } from 'shared/session'
import { Button } from 'shared/ui'
import { Panel, PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { changedByText } from '../content/changed-by-text.ts'
import content from '../content/content.module.css'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import { PageLink } from '../content/PageLink.tsx'
import { SourceChip } from '../content/SourceChip.tsx'
import { ValidityChip } from '../content/ValidityChip.tsx'
import { isListed } from '../entries/entries.queries.ts'
import { preloadEntryProps } from '../entries/LazyEntry.tsx'
import classes from './SearchTab.module.css'

export function ResultCard({ result }: { result: KnowledgeResult }) {
  const { content: text, source, entry_id: entry, url, updated_at: at, updated_by: by, highlights } = result
  const { valid_from = null, valid_until = null, coverage = 0, is_close: isClose = true } = result
  const { change, openDialog } = useKnowledgeAddress()
  const isManager = useRole() === 'BUSINESS'
  const share = Math.round(coverage * 100)
  return (
    <Panel component="article" size="sm" className={classes.result}>
      <PanelRow>
        <SourceChip source={source} />
        {url ? <PageLink url={url} /> : null}
        <ValidityChip validity={{ valid_from, valid_until }} />
        {at === undefined ? null : (
          <span className={content.hint}>{changedByText({ updated_at: at, updated_by: by })}</span>
        )}
        {share === 0 ? null : (
          <span className={classes.score}>
            ตรงกับคำถาม
            <span className={classes.bar} aria-hidden>
              <span style={{ inlineSize: `${share}%` }} />
            </span>
            {share}%
          </span>
        )}
      </PanelRow>
      <KnowledgeText text={text} {...(highlights ? { marks: highlights } : {})} />
      {isClose ? null : <p className={content.warning}>อาจไม่ตรงกับคำถาม</p>}
      {entry === undefined ? null : (
        <div className={content.ways}>
          <Button size="sm" variant="subtle" {...preloadEntryProps} onClick={() => openDialog({ entry })}>
            {isManager ? 'แก้ไข' : 'อ่านทั้งหมด'}
          </Button>
          {isListed(source) ? (
            <Button
              size="sm"
              variant="subtle"
              onClick={() => change({ tab: 'overview', opened: source, openedPage: 1 })}
            >
              ดูแหล่งที่มา
            </Button>
          ) : null}
        </div>
      )}
    </Panel>
  )
}
