import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { Chip } from 'shared/ui'

export function SourceChip({ source }: { source: string }) {
  const tone =
    source === KNOWLEDGE_SOURCES.promotion ? 'vip' : source === KNOWLEDGE_SOURCES.general ? 'care' : 'oa'
  return <Chip tone={tone}>{source}</Chip>
}
