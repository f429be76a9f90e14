import { formatThaiDateTime } from 'shared/ui'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import { formatCount } from '../content/format-count.ts'
import classes from './HistoryTab.module.css'
import { type LogListProps, LogName } from './LogTable.tsx'
import {
  ACTION_TEXTS,
  authorText,
  ORIGIN_TEXTS,
  progressTexts,
  removedTexts,
  replacedTexts,
} from './log-texts.ts'

export function LogCards({ logs, isStale, onOpen }: LogListProps) {
  return (
    <ul
      className={records.cards}
      aria-label="ประวัติการอัปเดต"
      aria-busy={isStale}
      data-stale={isStale || undefined}
    >
      {logs.map((log) => (
        <Panel key={log.id} component="li" size="sm" className={records.opens}>
          <div className={classes.head}>
            <LogName log={log} onOpen={onOpen} />
            <span className={classes.action}>
              {ACTION_TEXTS[log.action]}
              <span className={classes.more}>{progressTexts(log)}</span>
            </span>
          </div>
          {log.excerpt ? <p className={classes.excerpt}>{log.excerpt}</p> : null}
          <dl className={records.details}>
            <dt>ที่มา</dt>
            <dd>{ORIGIN_TEXTS[log.origin]}</dd>
            <dt>จำนวนชิ้น</dt>
            <dd>
              {formatCount(log.inserted)} {removedTexts(log)}
            </dd>
            <dt>แทนที่</dt>
            <dd>{replacedTexts(log.replaced)}</dd>
            <dt>วันและเวลา</dt>
            <dd>{formatThaiDateTime(log.at)}</dd>
            <dt>โดย</dt>
            <dd>{authorText(log)}</dd>
          </dl>
        </Panel>
      ))}
    </ul>
  )
}
