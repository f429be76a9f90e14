import type { StaffMember } from './staff-member.ts'

export type NamedStaff = Pick<StaffMember, 'display_name' | 'id_tail'>
type ListedAgent = NamedStaff & { is_suspended?: boolean | undefined }
type RankedName = { agent_name: string; id_tail?: string | undefined }

const withTail = (name: string, { id_tail: tail }: NamedStaff) =>
  tail === undefined ? name : `${name} (…${tail})`

/** Returns a staff member's name as shown everywhere, with the end of the id when another has the same name. */
export const staffLabel = (staff: NamedStaff): string => withTail(staff.display_name, staff)

/** Returns a staff member's first name for narrow layouts, with the end of the id when another has the same name. */
export const staffFirstName = (staff: NamedStaff): string =>
  withTail(staff.display_name.split(' ')[0] ?? '', staff)

/** Returns the tooltip for a ticket whose customer needs a reply while the assignee is offline. */
export const absentAssigneeLabel = (assignee: NamedStaff | null): string =>
  `ผู้รับผิดชอบไม่ได้ออนไลน์${assignee === null ? '' : `: ${staffLabel(assignee)}`}`

/** Returns an agent's label in filters over past tickets, which include suspended staff members. */
export const agentLabel = (agent: ListedAgent): string =>
  agent.is_suspended ? `${staffLabel(agent)} (ระงับแล้ว)` : staffLabel(agent)

/** Returns the label of an agent in the ranking, where the name and id fields have other names. */
export const rankedLabel = ({ agent_name, id_tail }: RankedName) =>
  staffLabel({ display_name: agent_name, id_tail })
