import { useQuery } from '@tanstack/react-query'
import { KNOWLEDGE_QUERY_MAX, TOP_K_MAX } from 'shared/contract/constants.ts'
import { EmptyState, ErrorState, SearchField, Select, Skeleton } from 'shared/ui'
import { Panel } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import content from '../content/content.module.css'
import { bannerText } from '../content/knowledge-error.ts'
import { useDebounced } from '../content/use-debounced.ts'
import { ResultCard } from './ResultCard.tsx'
import classes from './SearchTab.module.css'
import { searchQuery } from './search.queries.ts'

const RESULT_COUNT_OPTIONS = Array.from({ length: TOP_K_MAX }, (_, index) => String(index + 1)).map(
  (value) => ({
    value,
    label: `${value} ผล`,
  }),
)

export function SearchTab() {
  const { query, topK, replace } = useKnowledgeAddress()
  const field = useDebounced(query, (words) => replace({ query: words }))
  const found = useQuery(searchQuery(query, topK))
  const { data, error, isPlaceholderData, isFetching } = found
  return (
    <div className={`${content.column} ${classes.search}`}>
      <search className={classes.form}>
        <SearchField
          label="คำถามที่จะทดสอบ"
          placeholder="พิมพ์คำถามอย่างที่ลูกค้าถาม เช่น ฝากเงินไม่เข้า"
          maxLength={KNOWLEDGE_QUERY_MAX}
          value={field.typed}
          onChange={field.type}
          onSubmit={field.submit}
          className={classes.field ?? ''}
        />
        <Select
          label="จำนวนผล (top-K)"
          options={RESULT_COUNT_OPTIONS}
          value={String(topK)}
          onChange={(value) => replace({ topK: Number(value) })}
          className={classes.count ?? ''}
        />
      </search>
      {query === '' ? (
        <Panel aria-label="ผลการค้นหา">
          <EmptyState title="ลองถามอย่างที่ลูกค้าถาม">ระบบจะแสดงข้อมูลที่ผู้ช่วยจะใช้ตอบ พร้อมแหล่งที่มา</EmptyState>
        </Panel>
      ) : error !== null ? (
        <Panel aria-label="ผลการค้นหา">
          <ErrorState
            title={bannerText(error, 'ค้นหาไม่สำเร็จ')}
            onRetry={() => void found.refetch()}
            retrying={isFetching}
          />
        </Panel>
      ) : data === undefined ? (
        <div className={content.column} role="status" aria-label="กำลังค้นหา...">
          {Array.from({ length: topK }, (_, row) => (
            <Skeleton key={row} height={124} />
          ))}
        </div>
      ) : (
        <section aria-label="ผลการค้นหา" aria-busy={isPlaceholderData}>
          <p className={classes.summary} role="status">
            {isPlaceholderData
              ? 'กำลังค้นหา...'
              : data.results.length === 0
                ? ''
                : `พบ ${data.results.length} ผล`}
          </p>
          {data.results.length === 0 ? (
            <Panel component="div">
              <EmptyState title="ไม่พบผลลัพธ์">ลองใช้คำอื่น หรือเพิ่มคำถามนี้พร้อมคำตอบในฐานความรู้</EmptyState>
            </Panel>
          ) : (
            <ol className={records.cards} data-stale={isPlaceholderData || undefined}>
              {data.results.map((result, index) => (
                <li key={index}>
                  <ResultCard result={result} />
                </li>
              ))}
            </ol>
          )}
        </section>
      )}
    </div>
  )
}
