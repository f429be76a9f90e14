import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, formatThaiDateTime } from 'shared/ui'
import { Panel, PanelTitle } from 'shared/ui/Panel/Panel.tsx'
import records from 'shared/ui/records/records.module.css'
import content from '../content/content.module.css'
import { PageLink } from '../content/PageLink.tsx'
import { PrevNextPagination } from '../content/PrevNextPagination.tsx'
import { QueryStates } from '../content/QueryStates.tsx'
import { SourceChip } from '../content/SourceChip.tsx'
import addClasses from '../forms/add-form.module.css'
import classes from './PageList.module.css'
import { TRUNCATED_TEXT } from './page-texts.ts'
import { MAX_SHOWN_PAGES, pagesQuery } from './pages.queries.ts'
import { useRefreshPage } from './use-pages.ts'

export function PageList() {
  const [page, setPage] = useState(1)
  const pages = useQuery(pagesQuery(page))
  const { refresh, refreshing } = useRefreshPage()
  return (
    <section className={addClasses.section} aria-label="หน้าเว็บที่เพิ่มไว้">
      <PanelTitle>หน้าเว็บที่เพิ่มไว้</PanelTitle>
      <QueryStates query={pages} failed="โหลดรายการหน้าเว็บไม่สำเร็จ" lines={2} height={84}>
        {(data) =>
          data.length === 0 && page === 1 ? (
            <p className={content.hint}>ยังไม่มีหน้าเว็บในฐานความรู้</p>
          ) : (
            <>
              <ul className={records.cards}>
                {data.map((each) => (
                  <Panel key={each.id} component="li" size="sm" className={classes.page}>
                    <div className={classes.words}>
                      <p className={classes.title}>{each.title}</p>
                      <PageLink url={each.url} />
                      <p className={content.hint}>อ่านล่าสุด {formatThaiDateTime(each.read_at)}</p>
                      {each.truncated ? <p className={content.hint}>{TRUNCATED_TEXT}</p> : null}
                    </div>
                    <div className={classes.end}>
                      <SourceChip source={each.source} />
                      <Button
                        size="sm"
                        variant="outline"
                        loading={refreshing === each.id}
                        disabled={refreshing !== null && refreshing !== each.id}
                        leftSection={<IconRefresh size={16} aria-hidden />}
                        aria-label={`อ่านใหม่: ${each.title}`}
                        onClick={() => refresh(each)}
                      >
                        อ่านใหม่
                      </Button>
                    </div>
                  </Panel>
                ))}
              </ul>
              {data.length === MAX_SHOWN_PAGES || page > 1 ? (
                <PrevNextPagination
                  page={page}
                  hasNext={data.length === MAX_SHOWN_PAGES}
                  onChange={setPage}
                  label="หน้าของรายการหน้าเว็บ"
                />
              ) : null}
            </>
          )
        }
      </QueryStates>
    </section>
  )
}
