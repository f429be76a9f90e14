import IconUserOff from '@tabler/icons-react/dist/esm/icons/IconUserOff.mjs'
import { absentAssigneeLabel, type NamedStaff } from 'shared/contract/staff/staff-label.ts'
import classes from './AssigneeAbsentIcon.module.css'

export function AssigneeAbsentIcon({ assignee }: { assignee: NamedStaff | null }) {
  const text = absentAssigneeLabel(assignee)
  return (
    <span className={classes.absent} role="img" aria-label={text} title={text}>
      <IconUserOff aria-hidden />
      ไม่ออนไลน์
    </span>
  )
}
