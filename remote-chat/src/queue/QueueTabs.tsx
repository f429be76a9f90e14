import { useNavigate } from 'react-router-dom'
import { LAYOUT_BREAKPOINT_PX } from 'shared/contract/constants.ts'
import { Button, PageHeaderSlot, SegmentedTabs, useMediaQuery } from 'shared/ui'
import { PATHS } from '../address/chat-paths.ts'
import { ConnectionStatus, type ConnectionStatusProps } from './ConnectionStatus.tsx'
import classes from './QueueTabs.module.css'
import { type ShownList, useTicketCount } from './use-ticket-count.ts'

type View = 'queue' | 'mine'

/** Maximum window width at which the top bar has no room for the tabs next to the connection status. */
const BAR_FULL_PX = 920

interface QueueTabsProps {
  view: View
  live: ConnectionStatusProps
  shown: ShownList
  /** Starts the selection mode; undefined during a selection or when there are no cards. */
  onPick: (() => void) | undefined
}

/** Tabs in the top bar or, in narrow windows, above the list. */
export function QueueTabs({ view, live, shown, onPick }: QueueTabsProps) {
  const navigate = useNavigate()
  const phone = useMediaQuery(`(max-width: ${LAYOUT_BREAKPOINT_PX}px)`)
  const isBarFull = useMediaQuery(`(max-width: ${BAR_FULL_PX}px)`)
  const all = useTicketCount({ status: 'OPEN' }, shown)
  const mine = useTicketCount({ status: 'OPEN', assignee: 'me' }, shown)
  const tabs = (
    <SegmentedTabs
      label="มุมมองเคส"
      navigates
      tabs={[
        { value: 'queue', label: 'คิวรวม', count: all ?? null },
        { value: 'mine', label: 'เคสของฉัน', count: mine ?? null },
      ]}
      value={view}
      onChange={(next: View) => navigate(PATHS[next])}
      fullWidth={isBarFull}
    />
  )
  return (
    <>
      <PageHeaderSlot>
        <div className={classes.header}>
          {isBarFull ? null : tabs}
          <ConnectionStatus {...live} />
        </div>
      </PageHeaderSlot>
      {isBarFull ? (
        <div className={classes.above}>
          {tabs}
          {phone ? (
            <Button
              variant="outline"
              className={classes.pick}
              disabled={onPick === undefined}
              onClick={onPick}
            >
              เลือก
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
