import type { KnowledgeResult } from 'shared/contract/knowledge/search-knowledge.call.ts'
import { KnowledgeText } from '../content/KnowledgeText.tsx'
import panel from '../content/Panel.module.css'
import { SourceChip } from '../content/SourceChip.tsx'
import classes from './SearchTab.module.css'

/** A passage that was found, with its source. */
export function ResultCard({ result }: { result: KnowledgeResult }) {
  return (
    <article className={`${panel.card} ${classes.result}`}>
      <div className={classes.head}>
        <SourceChip source={result.source} />
      </div>
      <KnowledgeText text={result.content} />
    </article>
  )
}
