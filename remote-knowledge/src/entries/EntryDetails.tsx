import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { changedByText } from '../content/changed-by-text.ts'
import content from '../content/content.module.css'
import { SourceChip } from '../content/SourceChip.tsx'
import { ValidityChip } from '../content/ValidityChip.tsx'
import classes from './EntryDialog.module.css'

export function EntryDetails({ entry }: { entry: KnowledgeEntry }) {
  return (
    <div className={classes.details}>
      <SourceChip source={entry.source} />
      <ValidityChip validity={entry} />
      <span className={content.hint}>{changedByText(entry)}</span>
    </div>
  )
}
