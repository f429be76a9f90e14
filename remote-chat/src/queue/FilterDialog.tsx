import { useState } from 'react'
import { Button, Checkbox, Dialog, Select, type SelectOption } from 'shared/ui'
import classes from '../ticket/dialog-form.module.css'
import { NO_FILTERS, type QueueFilters, type QueueOrder } from './queue-filters.ts'

export type FilterChoice = Pick<QueueFilters, 'channel' | 'assignee' | 'order' | 'closed' | 'unread'>

export interface FilterDialogProps {
  filters: FilterChoice
  channels: readonly SelectOption[]
  /** Options of the assignee filter; omitted for the user's own tickets, which all have the same assignee. */
  assignees?: readonly SelectOption[]
  orders: readonly SelectOption<QueueOrder>[]
  onApply: (choice: FilterChoice) => void
  onClose: () => void
}

export function FilterDialog({ filters, channels, assignees, orders, onApply, onClose }: FilterDialogProps) {
  const [choice, setChoice] = useState<FilterChoice>(() => choiceOf(filters))
  const choose = (change: Partial<FilterChoice>) => setChoice((now) => ({ ...now, ...change }))
  return (
    <Dialog
      open
      onClose={onClose}
      title="ตัวกรอง"
      placement="sheet"
      footer={
        <>
          <Button variant="outline" onClick={() => setChoice(choiceOf(NO_FILTERS))}>
            ล้างทั้งหมด
          </Button>
          <Button
            onClick={() => {
              onClose()
              onApply(choice)
            }}
          >
            ใช้ตัวกรอง
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        <Select
          label="OA"
          showLabel
          options={channels}
          value={choice.channel}
          onChange={(channel) => choose({ channel })}
        />
        {assignees ? (
          <Select
            label="ผู้รับผิดชอบ"
            showLabel
            options={assignees}
            value={choice.assignee}
            onChange={(assignee) => choose({ assignee })}
          />
        ) : null}
        <Select
          label="เรียงตาม"
          showLabel
          options={orders}
          value={choice.order}
          onChange={(order) => choose({ order })}
        />
        {assignees ? (
          <>
            <Checkbox
              label="เฉพาะที่ยังไม่ได้อ่าน"
              checked={choice.unread}
              onChange={(unread) => choose({ unread })}
            />
            <Checkbox
              label="แสดงเคสที่ปิดแล้ว"
              checked={choice.closed}
              onChange={(closed) => choose({ closed })}
            />
          </>
        ) : null}
      </div>
    </Dialog>
  )
}

function choiceOf({ channel, assignee, order, closed, unread }: FilterChoice): FilterChoice {
  return { channel, assignee, order, closed, unread }
}
