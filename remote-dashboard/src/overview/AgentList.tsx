import type { ReactNode } from 'react'
import { Avatar, VisuallyHidden } from 'shared/ui'
import { ListRow } from 'shared/ui/ListRow/ListRow.tsx'
import { preloadTicketsProps } from '../metric-tickets/LazyTickets.tsx'
import classes from './AgentList.module.css'
import overview from './Overview.module.css'

export interface AgentListProps {
  title: string
  hint: string
  empty: string
  entries: readonly { id: string; name: string; image: string | null; value: string; detail?: ReactNode }[]
  onOpen: (id: string) => void
}

export function AgentList({ title, hint, empty, entries, onOpen }: AgentListProps) {
  return (
    <section className={overview.card} aria-label={title}>
      <header className={overview.head}>
        <div className={overview.titles}>
          <h2 className={overview.title}>{title}</h2>
          <p className={overview.hint}>{hint}</p>
        </div>
      </header>
      {entries.length === 0 ? <p className={overview.hint}>{empty}</p> : null}
      <ol className={classes.list}>
        {entries.map(({ id, name, image, value, detail }, index) => (
          <li key={id}>
            <ListRow
              component="button"
              type="button"
              className={classes.row}
              {...preloadTicketsProps}
              onClick={() => onOpen(id)}
            >
              <span className={classes.rank}>{index + 1}</span>
              <Avatar name={name} src={image} seed="staff" size={24} />
              <span className={classes.name}>{name}</span>
              <span className={classes.value}>
                <strong>{value}</strong>
                {detail}
              </span>
              <VisuallyHidden>ดูเคส</VisuallyHidden>
            </ListRow>
          </li>
        ))}
      </ol>
    </section>
  )
}
