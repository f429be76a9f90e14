import type { StaffMember } from './staff-member.ts'

export type NamedStaff = Pick<StaffMember, 'display_name' | 'id_tail'>
type ListedAgent = NamedStaff & { is_suspended?: boolean | undefined }
type RankedName = { agent_name: string; id_tail?: string | undefined }

const nameWithIdTail = (name: string, { id_tail: tail }: NamedStaff) =>
  tail === undefined ? name : `${name} (…${tail})`

/** Name of a staff member, with the end of the id when another staff member has the same name. */
export const staffLabel = (staff: NamedStaff): string => nameWithIdTail(staff.display_name, staff)

export const staffFirstName = (staff: NamedStaff): string =>
  nameWithIdTail(staff.display_name.split(' ')[0] ?? '', staff)

export const absentAssigneeLabel = (assignee: NamedStaff | null): string =>
  `ผู้รับผิดชอบไม่ได้ออนไลน์${assignee === null ? '' : `: ${staffLabel(assignee)}`}`

export const agentLabel = (agent: ListedAgent): string =>
  agent.is_suspended ? `${staffLabel(agent)} (ระงับแล้ว)` : staffLabel(agent)

export const rankedLabel = ({ agent_name, id_tail }: RankedName) =>
  staffLabel({ display_name: agent_name, id_tail })
