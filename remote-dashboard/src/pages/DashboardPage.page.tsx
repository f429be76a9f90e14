import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import { Button, EmptyState, RetryNote, SegmentedTabs } from 'shared/ui'
import { PageLayout } from 'shared/ui/PageLayout/PageLayout.tsx'
import type { DashboardTab } from '../address/dashboard-address.ts'
import { useDashboardAddress } from '../address/use-dashboard-address.ts'
import { ChannelSelect } from '../channels/ChannelSelect.tsx'
import { useChosenChannel } from '../channels/use-chosen-channel.ts'
import { LazyCustomersTab, preloadCustomers } from '../customers/LazyCustomersTab.tsx'
import { LazyTickets } from '../metric-tickets/LazyTickets.tsx'
import { useShownSnapshot } from '../metrics/use-shown-snapshot.ts'
import { OverviewTab } from '../overview/OverviewTab.tsx'
import { PeriodMenu } from '../period/PeriodMenu.tsx'
import { PrintHeader } from '../print/PrintHeader.tsx'
import { useLightPrint } from '../print/use-light-print.ts'
import { RankingTab } from '../ranking/RankingTab.tsx'
import { useHasOwnBar, useIsPhone } from '../use-breakpoints.ts'
import { DashboardBar } from './DashboardBar.tsx'
import classes from './DashboardPage.module.css'
import { useScrollRestoration } from './use-scroll-restoration.ts'

const TABS: readonly { value: DashboardTab; label: string }[] = [
  { value: 'overview', label: 'ภาพรวม' },
  { value: 'ranking', label: 'อันดับ' },
  { value: 'customers', label: 'ลูกค้า' },
]

const PRINT_TITLES: Record<DashboardTab, string> = {
  overview: 'แดชบอร์ด ภาพรวม',
  ranking: 'แดชบอร์ด อันดับแอดมิน',
  customers: 'แดชบอร์ด ลูกค้า',
}

export default function DashboardPage() {
  const { tab, period, isOpenHours, order, tickets, change, openTickets, orderTickets, closeTickets } =
    useDashboardAddress()
  const { listedChannels, chosen, isForbidden, choose } = useChosenChannel()
  useLightPrint()
  const scrolled = useScrollRestoration()
  const isPhone = useIsPhone()
  const hasOwnBar = useHasOwnBar()
  // The manager may have lost access to the stored channel.
  const isReady = !isForbidden && (chosen === ALL_CHANNELS || !listedChannels.isPending)
  const filter = { channel: chosen, period, isOpenHours }
  const shown = useShownSnapshot(tab, filter, order)
  return (
    <PageLayout ref={scrolled} className={classes.page}>
      <DashboardBar
        isInPage={hasOwnBar}
        start={
          <div onPointerEnter={preloadCustomers}>
            <SegmentedTabs
              label="มุมมองแดชบอร์ด"
              tabs={TABS}
              value={tab}
              onChange={(to) => change({ tab: to })}
              fullWidth={isPhone}
            />
          </div>
        }
        end={
          <>
            <ChannelSelect listedChannels={listedChannels} chosen={chosen} onChoose={choose} />
            {tab === 'customers' ? null : (
              <PeriodMenu
                period={period}
                isOpenHours={isOpenHours}
                onChange={change}
                hoursOf={{ listedChannels: listedChannels.data ?? [], channel: chosen }}
              />
            )}
          </>
        }
      />
      <PrintHeader
        title={PRINT_TITLES[tab]}
        of={
          chosen === ALL_CHANNELS
            ? 'ทุกบัญชี'
            : (listedChannels.data?.find(({ key }) => key === chosen)?.name ?? chosen)
        }
        period={tab === 'customers' ? undefined : period}
        isOpenHours={isOpenHours && tab !== 'customers'}
      />
      {listedChannels.isError ? (
        <RetryNote isRetrying={listedChannels.isFetching} onRetry={() => void listedChannels.refetch()}>
          โหลดรายชื่อบัญชีไม่สำเร็จ
        </RetryNote>
      ) : null}
      {isForbidden ? (
        <EmptyState
          title="คุณไม่มีสิทธิ์ใน OA นี้"
          action={
            <Button variant="tint" onClick={() => choose(ALL_CHANNELS)}>
              ดูทุกบัญชี
            </Button>
          }
        >
          ลิงก์นี้เป็นของบัญชีที่คุณดูไม่ได้ เลือกบัญชีอื่นจากด้านบน
        </EmptyState>
      ) : null}
      {tab === 'overview' && !isForbidden ? (
        <OverviewTab
          filter={filter}
          isReady={isReady}
          onTickets={openTickets}
          onTab={(to) => change({ tab: to })}
        />
      ) : null}
      {tab === 'ranking' && !isForbidden ? (
        <RankingTab
          filter={filter}
          isReady={isReady}
          order={order}
          onOrder={(to) => change({ order: to })}
          onTickets={openTickets}
        />
      ) : null}
      {tab === 'customers' && !isForbidden ? (
        <LazyCustomersTab channel={chosen} isReady={isReady} onAllChannels={() => choose(ALL_CHANNELS)} />
      ) : null}
      <LazyTickets
        tickets={isForbidden ? null : tickets}
        filter={filter}
        shown={shown}
        onOrder={orderTickets}
        onClose={closeTickets}
      />
    </PageLayout>
  )
}
