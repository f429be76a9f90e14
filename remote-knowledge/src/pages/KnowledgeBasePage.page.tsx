import { knowledgeCalls } from 'shared/api'
import { deferred, PageHeaderSlot, SegmentedTabs } from 'shared/ui'
import { PageLayout } from 'shared/ui/PageLayout/PageLayout.tsx'
import { AddTab } from '../add/AddTab.tsx'
import { usePromotionParams } from '../add/use-promotion-params.ts'
import type { KnowledgeTab } from '../address/knowledge-address.ts'
import { useKnowledgeAddress } from '../address/use-knowledge-address.ts'
import { LazyPart } from '../content/LazyPart.tsx'
import { useHasOwnBar, useIsPhone } from '../content/use-is-phone.ts'
import { LazyEntry } from '../entries/LazyEntry.tsx'
import { LazyChanges } from '../history/LazyChanges.tsx'
import { useImportEnd } from '../import/use-import-end.ts'
import { NextToWrite } from '../next-to-write/NextToWrite.tsx'
import { useNextToWrite } from '../next-to-write/use-next-to-write.ts'
import { OverviewTab } from '../overview/OverviewTab.tsx'
import { StatusBadge } from '../overview/StatusBadge.tsx'
import { useStatus } from '../overview/use-status.ts'
import { SearchTab } from '../search/SearchTab.tsx'
import classes from './KnowledgeBasePage.module.css'

// If this import fails, the first API call loads the code again.
knowledgeCalls().catch(() => undefined)

const historyTab = deferred(
  async () => (await import(/* webpackChunkName: "history" */ '../history/HistoryTab.tsx')).HistoryTab,
)

const TABS: readonly { value: KnowledgeTab; label: string }[] = [
  { value: 'add', label: 'เพิ่มข้อมูลใหม่' },
  { value: 'overview', label: 'ภาพรวมหมวดหมู่' },
  { value: 'history', label: 'ประวัติการอัปเดต' },
  { value: 'search', label: 'ทดสอบค้นหา' },
]

export default function KnowledgeBasePage() {
  const { tab, change } = useKnowledgeAddress()
  const isPhone = useIsPhone()
  const hasOwnBar = useHasOwnBar()
  const { status } = useStatus()
  usePromotionParams()
  useImportEnd()
  const { isOffered, count } = useNextToWrite()
  const tabs = (
    <SegmentedTabs
      label="มุมมองฐานความรู้"
      tabs={count > 0 ? TABS.map((each) => (each.value === 'add' ? { ...each, count } : each)) : TABS}
      value={tab}
      onChange={(to) => change({ tab: to })}
      fullWidth={isPhone}
    />
  )
  return (
    <PageLayout>
      {hasOwnBar ? (
        <div className={classes.bar}>{tabs}</div>
      ) : (
        <PageHeaderSlot>
          {tabs}
          <StatusBadge status={status} />
        </PageHeaderSlot>
      )}
      <div className={classes.columns}>
        {tab === 'add' ? <AddTab /> : null}
        {tab === 'overview' ? <OverviewTab /> : null}
        {tab === 'history' ? <LazyPart part={historyTab} failed="โหลดประวัติไม่สำเร็จ" /> : null}
        {tab === 'search' ? <SearchTab /> : null}
        {(tab === 'add' || tab === 'search') && isOffered ? <NextToWrite /> : null}
      </div>
      <LazyEntry />
      <LazyChanges />
    </PageLayout>
  )
}
