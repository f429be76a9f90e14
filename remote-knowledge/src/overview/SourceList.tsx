import type { KnowledgeSource } from 'shared/contract/knowledge/knowledge-sources.call.ts'
import { formatThaiDateTime } from 'shared/ui'
import records from 'shared/ui/records/records.module.css'
import { formatCount } from '../content/format-count.ts'
import { isListed } from '../entries/entries.queries.ts'
import classes from './OverviewTab.module.css'

export interface SourceListProps {
  sources: readonly KnowledgeSource[]
  onOpen: (source: string) => void
}

export function SourceList({ sources, onOpen }: SourceListProps) {
  return (
    <table className={records.table} aria-label="แหล่งข้อมูล">
      <thead>
        <tr>
          <th scope="col">แหล่งข้อมูล</th>
          <th scope="col" className={classes.chunks} data-number>
            จำนวนชิ้น
          </th>
          <th scope="col" className={classes.at}>
            อัปเดตล่าสุด
          </th>
        </tr>
      </thead>
      <tbody>
        {sources.map(({ source, chunks, last_ingested_at: at }) => (
          <tr key={source} className={isListed(source) ? records.opens : undefined}>
            <th scope="row">
              {isListed(source) ? (
                <button
                  type="button"
                  className={records.opener}
                  title={`ดูรายการของ ${source}`}
                  onClick={() => onOpen(source)}
                >
                  {source}
                </button>
              ) : (
                source
              )}
            </th>
            <td data-number>{formatCount(chunks)}</td>
            <td>{formatThaiDateTime(at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
