import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { SegmentedTabs, useMediaQuery } from 'shared/ui'
import type { DashboardTab } from '../address/dashboard-address.ts'
import { useDashboardAddress } from '../address/use-dashboard-address.ts'
import { LateCases } from '../cases/LateCases.tsx'
import { ChannelSelect } from '../channels/ChannelSelect.tsx'
import { useChosenChannel } from '../channels/use-chosen-channel.ts'
import { CustomersTab } from '../customers/CustomersTab.tsx'
import { OverviewTab } from '../overview/OverviewTab.tsx'
import { PeriodMenu } from '../period/PeriodMenu.tsx'
import { RankingTab } from '../ranking/RankingTab.tsx'
import { DashboardBar } from './DashboardBar.tsx'
import classes from './DashboardPage.module.css'
import { PrintHead } from './PrintHead.tsx'

const TABS: readonly { value: DashboardTab; label: string }[] = [
  { value: 'overview', label: 'ภาพรวม' },
  { value: 'ranking', label: 'อันดับ' },
  { value: 'customers', label: 'ลูกค้า' },
]

/** How the team and each official account do, for managers. */
export default function DashboardPage() {
  const { tab, period, isOpenHours, order, cases, change, openCases, closeCases } = useDashboardAddress()
  const { accounts, chosen, choose } = useChosenChannel()
  const isPhone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const wanted = { channel: chosen, period, isOpenHours }
  return (
    <div className={classes.page}>
      <DashboardBar
        isPhone={isPhone}
        start={
          <SegmentedTabs
            label="มุมมองแดชบอร์ด"
            tabs={TABS}
            value={tab}
            onChange={(to) => change({ tab: to })}
            fullWidth={isPhone}
          />
        }
        end={
          <>
            <ChannelSelect accounts={accounts} chosen={chosen} onChoose={choose} />
            {tab === 'customers' ? null : (
              <PeriodMenu period={period} isOpenHours={isOpenHours} onChange={change} />
            )}
          </>
        }
      />
      <PrintHead tab={tab} wanted={wanted} accounts={accounts.data ?? []} />
      {tab === 'overview' ? (
        <OverviewTab wanted={wanted} onCases={openCases} onTab={(to) => change({ tab: to })} />
      ) : null}
      {tab === 'ranking' ? (
        <RankingTab
          wanted={wanted}
          order={order}
          onOrder={(to) => change({ order: to })}
          onCases={openCases}
        />
      ) : null}
      {tab === 'customers' ? <CustomersTab channel={chosen} /> : null}
      <LateCases cases={cases} wanted={wanted} onClose={closeCases} />
    </div>
  )
}
