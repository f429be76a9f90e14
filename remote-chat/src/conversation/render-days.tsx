import type { VirtualItem } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import classes from './MessageList.module.css'

/** Groups rows by day. Placeholders for rows that are not rendered keep the rendered rows in their position. */
export function renderDays(
  rendered: readonly Pick<VirtualItem, 'index' | 'key' | 'start' | 'end'>[],
  dayOf: readonly number[],
  height: number,
  renderRow: (index: number) => ReactNode,
): ReactNode {
  const days: { key: string; rows: ReactNode[] }[] = []
  const above: ReactNode[] = []
  let end = 0
  const space = (key: string, to: number) =>
    to - end > 0.01 ? <div key={`room:${key}`} style={{ height: to - end }} /> : null
  for (const { index, key, start, end: itsEnd } of rendered) {
    // The placeholder before a day belongs to the previous day, whose sticky heading remains until that day starts.
    const before = days.at(-1)?.rows ?? above
    before.push(space(String(key), start))
    if (dayOf[index] === index) days.push({ key: String(key), rows: [] })
    ;(days.at(-1)?.rows ?? above).push(renderRow(index))
    end = itsEnd
  }
  const last = days.at(-1)?.rows ?? above
  last.push(space('end', height))
  return (
    <>
      {above}
      {days.map(({ key, rows }) => (
        <section key={key} className={classes.day}>
          {rows}
        </section>
      ))}
    </>
  )
}
