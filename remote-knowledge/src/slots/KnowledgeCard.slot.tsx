import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { formatThaiDateTime, Skeleton } from 'shared/ui'
import { formatCount } from '../content/format-count.ts'
import { sourcesQuery } from '../overview/overview.queries.ts'
import classes from './KnowledgeCard.module.css'

const LINKS = [
  { to: '/knowledge-base', label: 'เพิ่มข้อมูลใหม่' },
  { to: '/knowledge-base?tab=overview', label: 'ภาพรวมหมวดหมู่' },
  { to: '/knowledge-base?tab=search', label: 'ทดสอบค้นหา' },
] as const

export default function KnowledgeCard() {
  const { data, isError } = useQuery(sourcesQuery)
  const latest = data
    ?.map(({ last_ingested_at: at }) => at ?? '')
    .sort()
    .at(-1)
  return (
    <section className={classes.card} aria-label="ฐานความรู้">
      <h2 className={classes.title}>ฐานความรู้</h2>
      <div className={classes.summary}>
        {isError ? (
          'โหลดจำนวนข้อมูลไม่สำเร็จ'
        ) : data === undefined ? (
          <Skeleton width={240} height={21} />
        ) : (
          <>
            {data.map(({ source, chunks }) => `${source} ${formatCount(chunks)} ชิ้น`).join(' · ')}
            {latest ? ` · อัปเดตล่าสุด ${formatThaiDateTime(latest)}` : null}
          </>
        )}
      </div>
      <nav className={classes.links} aria-label="ฐานความรู้">
        {LINKS.map(({ to, label }) => (
          <Link key={to} className={classes.link} to={to}>
            {label}
          </Link>
        ))}
      </nav>
    </section>
  )
}
