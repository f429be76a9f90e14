import type { KnowledgeEntry } from 'shared/contract/knowledge/knowledge-entry.ts'
import { PanelRow } from 'shared/ui/Panel/Panel.tsx'
import { changedByText } from '../content/changed-by-text.ts'
import content from '../content/content.module.css'
import { SourceChip } from '../content/SourceChip.tsx'
import { ValidityChip } from '../content/ValidityChip.tsx'

export function EntryDetails({ entry }: { entry: KnowledgeEntry }) {
  return (
    <PanelRow>
      <SourceChip source={entry.source} />
      <ValidityChip validity={entry} />
      <span className={content.hint}>{changedByText(entry)}</span>
    </PanelRow>
  )
}
