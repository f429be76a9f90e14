import { queryOptions, useQuery } from '@tanstack/react-query'
import { assigneeCalls } from 'shared/api'
import { MAX_COUNTED_TICKETS } from 'shared/contract/constants.ts'
import type { TransferTarget } from 'shared/contract/staff/list-transfer-targets.call.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { Ticket } from 'shared/contract/tickets/ticket.ts'
import { Avatar, Button, ClippedMarks, SearchSelect } from 'shared/ui'
import { isSameStaffMember, useViewer } from '../signed-in-user.ts'
import classes from './AssigneeField.module.css'

/** The agents are refetched whenever the dialog opens, because online states change quickly. */
const transferTargetsQuery = (channelKey: string) =>
  queryOptions({
    queryKey: ['staff', 'transfer-targets', channelKey] as const,
    queryFn: async () => (await assigneeCalls()).fetchTransferTargets(channelKey),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export interface AssigneeFieldProps {
  ticket: Ticket
  value: string
  onChange: (id: string) => void
}

export function AssigneeField({ ticket, value, onChange }: AssigneeFieldProps) {
  const viewer = useViewer()
  const { data, error, refetch } = useQuery(transferTargetsQuery(ticket.channel.key))
  if (error !== null) return <NotLoaded onRetry={refetch} />
  const others = (data ?? [])
    .filter((each) => each.id !== ticket.assigned_to?.id && !isSameStaffMember(viewer, each))
    .sort((a, b) => Number(b.is_online) - Number(a.is_online))
  if (data !== undefined && others.length === 0) return <p>ยังไม่มีเพื่อนร่วมทีมคนอื่นที่รับเคสของ OA นี้ได้</p>
  const byId = new Map(others.map((each) => [each.id, each]))
  const chosen = byId.get(value)
  return (
    <div>
      <SearchSelect
        label="โอนให้"
        placeholder={data === undefined ? 'กำลังโหลดรายชื่อ…' : 'เลือกเพื่อนร่วมทีม'}
        showLabel
        required
        options={others.map((each) => ({ value: each.id, label: staffLabel(each) }))}
        value={value}
        onChange={onChange}
        renderOption={(option) => {
          const staffMember = byId.get(option.value)
          return staffMember === undefined ? null : <AssigneeOption staffMember={staffMember} />
        }}
      />
      <p role="status" className={classes.hint}>
        {chosen?.is_online === false ? 'ตอนนี้ไม่ได้ออนไลน์ ลูกค้าอาจต้องรอนานขึ้น' : null}
      </p>
    </div>
  )
}

/** Error with a retry button inside the dialog, so that text in other fields is kept. */
function NotLoaded({ onRetry }: { onRetry: () => Promise<unknown> }) {
  async function retry({ form }: HTMLButtonElement): Promise<void> {
    await onRetry()
    // The removed button had the focus, so the form takes the focus, unless the user has moved it.
    if (document.activeElement === document.body) form?.querySelector<HTMLElement>('input, button')?.focus()
  }
  return (
    <div className={classes.failed}>
      <p role="alert">โหลดรายชื่อเพื่อนร่วมทีมไม่สำเร็จ</p>
      <Button size="sm" variant="tint" onClick={(event) => void retry(event.currentTarget)}>
        ลองใหม่
      </Button>
    </div>
  )
}

function AssigneeOption({ staffMember }: { staffMember: TransferTarget }) {
  const { display_name, avatar_url, is_online, open_count } = staffMember
  const tickets = open_count < MAX_COUNTED_TICKETS ? open_count : `${MAX_COUNTED_TICKETS}+`
  return (
    <span className={classes.row}>
      <Avatar name={display_name} src={avatar_url} size={24} seed="staff" />
      <span className={classes.name}>
        <ClippedMarks text={staffLabel(staffMember)} />
      </span>
      <span className={classes.details}>
        <span className={classes.state} data-online={is_online}>
          {is_online ? 'ออนไลน์' : 'ไม่อยู่'}
        </span>
        <span className={classes.count}>{`ถือ ${tickets} เคส`}</span>
      </span>
    </span>
  )
}
