import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText, isMissingCall } from 'shared/api'
import { channelLabels } from 'shared/contract/channels/channel-label.ts'
import { ConfirmDialog, Dialog, EmptyState, ErrorState, Select, Skeleton } from 'shared/ui'
import classes from './HoursDialog.module.css'
import { HoursForm } from './HoursForm.tsx'
import { HoursVersions } from './HoursVersions.tsx'
import { openingHoursQuery } from './hours.queries.ts'
import { SpecialDays } from './SpecialDays.tsx'

export interface HoursDialogProps {
  listedChannels: readonly { key: string; name: string }[]
  channel: string
  onClose: () => void
}

export function HoursDialog({ listedChannels, channel, onClose }: HoursDialogProps) {
  const [chosen, setChosen] = useState(channel)
  const { data, error, isFetching, refetch } = useQuery(openingHoursQuery)
  const isMissing = data === undefined && error !== null && isMissingCall(error)
  const hours = data?.find(({ channel_key }) => channel_key === chosen) ?? data?.[0]
  const isEdited = useRef(false)
  const [leave, setLeave] = useState<{ to: () => void } | null>(null)
  const leaveFor = (to: () => void) => (isEdited.current ? setLeave({ to }) : to())
  const close = () => leaveFor(onClose)
  const labels = channelLabels(listedChannels)
  const nameOf = (key: string) => labels.get(key) ?? key
  return (
    <Dialog open onClose={close} title="เวลาทำการ" placement="end" className={classes.dialog ?? ''}>
      {isMissing ? <EmptyState title="เซิร์ฟเวอร์นี้ตั้งเวลาทำการไม่ได้" /> : null}
      {data === undefined && error !== null && !isMissing ? (
        <ErrorState title="โหลดเวลาทำการไม่สำเร็จ" onRetry={() => void refetch()} retrying={isFetching}>
          {errorText(error)}
        </ErrorState>
      ) : null}
      {data === undefined && error === null ? (
        <div className={classes.loading} role="status" aria-label="กำลังโหลด...">
          {Array.from({ length: 7 }, (_, row) => (
            <Skeleton key={row} height={44} />
          ))}
        </div>
      ) : null}
      {data?.length === 0 ? <EmptyState title="ยังไม่มีบัญชี OA" /> : null}
      {data === undefined || hours === undefined ? null : (
        <>
          <Select
            label="บัญชี OA"
            showLabel
            options={data.map(({ channel_key: key }) => ({ value: key, label: nameOf(key) }))}
            value={hours.channel_key}
            onChange={(key) => leaveFor(() => setChosen(key))}
          />
          <HoursForm key={hours.channel_key} hours={hours} isEdited={isEdited} onClose={close} />
          <HoursVersions key={`versions ${hours.channel_key}`} hours={hours} />
          <SpecialDays key={`special ${hours.channel_key}`} hours={hours} />
          <ConfirmDialog
            open={leave !== null}
            danger
            title="ทิ้งเวลาทำการที่ยังไม่ได้บันทึก?"
            confirmLabel="ทิ้งการแก้ไข"
            cancelLabel="แก้ไขต่อ"
            onCancel={() => setLeave(null)}
            onConfirm={() => {
              setLeave(null)
              leave?.to()
            }}
          >
            เวลาทำการของ {nameOf(hours.channel_key)} จะเป็นเหมือนเดิม
          </ConfirmDialog>
        </>
      )}
    </Dialog>
  )
}
