import { ALL_CHANNELS } from 'shared/contract/constants.ts'
import type { DashboardTab } from '../address/dashboard-address.ts'
import type { Wanted } from '../figures/wanted.ts'
import { periodWords } from '../period/period.ts'
import classes from './DashboardPage.module.css'

const TITLES: Record<DashboardTab, string> = {
  overview: 'แดชบอร์ด ภาพรวม',
  ranking: 'แดชบอร์ด อันดับแอดมิน',
  customers: 'แดชบอร์ด ลูกค้า',
}

export interface PrintHeadProps {
  tab: DashboardTab
  wanted: Wanted
  accounts: readonly { key: string; name: string }[]
}

/** On paper the controls are not there: what they say stands here. */
export function PrintHead({ tab, wanted, accounts }: PrintHeadProps) {
  const { channel, period, isOpenHours } = wanted
  const account =
    channel === ALL_CHANNELS ? 'ทุกบัญชี' : (accounts.find(({ key }) => key === channel)?.name ?? channel)
  return (
    <p className={classes.printHead} aria-hidden="true">
      <strong>{TITLES[tab]}</strong> · {account} · {periodWords(period)}
      {isOpenHours ? ' · เฉพาะเวลาทำการ' : ''}
    </p>
  )
}
