import type { KnowledgeLog } from 'shared/contract/knowledge/knowledge-logs.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { formatThaiDateTime } from 'shared/ui'
import records from 'shared/ui/records/records.module.css'
import { formatCount } from '../content/format-count.ts'
import classes from './HistoryTab.module.css'
import { preloadChangesProps } from './LazyChanges.tsx'
import {
  ACTION_TEXTS,
  authorText,
  ORIGIN_TEXTS,
  progressTexts,
  removedTexts,
  replacedTexts,
} from './log-texts.ts'

export interface LogListProps {
  logs: readonly KnowledgeLog[]
  isStale: boolean
  onOpen: (log: string) => void
}

export function LogTable({ logs, isStale, onOpen }: LogListProps) {
  return (
    <table
      className={records.table}
      aria-label="ประวัติการอัปเดต"
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      <thead>
        <tr>
          <th scope="col">แหล่งข้อมูล</th>
          <th scope="col" className={classes.word}>
            การเปลี่ยนแปลง
          </th>
          <th scope="col" className={classes.word}>
            ที่มา
          </th>
          <th scope="col" className={classes.number} data-number>
            จำนวนชิ้น
          </th>
          <th scope="col" className={classes.number}>
            แทนที่
          </th>
          <th scope="col" className={classes.at}>
            วันและเวลา
          </th>
          <th scope="col" className={classes.who}>
            โดย
          </th>
        </tr>
      </thead>
      <tbody>
        {logs.map((log) => (
          <tr key={log.id} className={records.opens}>
            <th scope="row">
              <LogName log={log} onOpen={onOpen} />
              <span className={classes.more} title={log.excerpt ?? undefined}>
                {log.excerpt}
              </span>
            </th>
            <td>
              {ACTION_TEXTS[log.action]}
              <span className={classes.progress}>{progressTexts(log)}</span>
            </td>
            <td>{ORIGIN_TEXTS[log.origin]}</td>
            <td data-number>
              {formatCount(log.inserted)}
              <span className={classes.more}>{removedTexts(log)}</span>
            </td>
            <td>{replacedTexts(log.replaced)}</td>
            <td>{formatThaiDateTime(log.at)}</td>
            <td title={authorText(log)}>
              {log.staff ? staffLabel(log.staff) : '–'}
              {log.proposed_by === null ? null : (
                <span className={classes.more}>เสนอโดย {staffLabel(log.proposed_by)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function LogName({ log, onOpen }: { log: KnowledgeLog; onOpen: LogListProps['onOpen'] }) {
  return (
    <button
      type="button"
      className={records.opener}
      title={`ดูสิ่งที่เปลี่ยน: ${ACTION_TEXTS[log.action]} ${log.source} ${formatThaiDateTime(log.at)}`}
      {...preloadChangesProps}
      onClick={() => onOpen(log.id)}
    >
      {log.source}
    </button>
  )
}
