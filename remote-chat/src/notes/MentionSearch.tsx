import { useQuery } from '@tanstack/react-query'
import { memo, type RefObject } from 'react'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import type { StaffMember } from 'shared/contract/staff/staff-member.ts'
import { Avatar, ClippedMarks } from 'shared/ui'
import { isSameStaffMember, useViewer } from '../signed-in-user.ts'
import { FieldSearch } from '../suggestions/FieldSearch.tsx'
import { insertIntoField } from '../suggestions/insert-suggestion.ts'
import { useSlashSearch } from '../suggestions/use-slash-search.ts'
import { channelAgentsQuery } from '../ticket/channel-agents-query.ts'
import { findStaff, mentionQueryAt } from './mention-texts.ts'

const MAX_SHOWN = 20

interface MentionSearchProps {
  field: RefObject<HTMLTextAreaElement | null>
  draftId: string
  channelKey: string
  picked: RefObject<Set<string>>
}

/** Search for colleagues. Does not re-render the text field, which would lose a key that is being pressed. */
export const MentionSearch = memo(function MentionSearch(props: MentionSearchProps) {
  const { field, draftId, channelKey, picked } = props
  const viewer = useViewer()
  const { slash, dismiss } = useSlashSearch(field, draftId, mentionQueryAt)
  const { data, isError } = useQuery({ ...channelAgentsQuery(channelKey), enabled: slash !== null })
  if (slash === null) return null
  const others = (data ?? []).filter((each) => !isSameStaffMember(viewer, each))
  const found = findStaff(others, slash.query).slice(0, MAX_SHOWN)

  function choose(staffMember: StaffMember | undefined): void {
    const element = field.current
    if (element === null || staffMember === undefined || slash === null) return
    picked.current.add(staffMember.id)
    const range = { from: slash.from, to: slash.from + 1 + slash.query.length }
    insertIntoField(element, `@${staffLabel(staffMember)} `, range, { spaced: false })
  }

  return (
    <FieldSearch
      field={field}
      label="กล่าวถึงเพื่อนร่วมทีม"
      status={
        found.length > 0
          ? `พบ ${found.length} คน`
          : data !== undefined
            ? 'ไม่พบเพื่อนร่วมทีมใน OA นี้'
            : isError
              ? 'โหลดรายชื่อเพื่อนร่วมทีมไม่สำเร็จ พิมพ์ @ เพื่อลองใหม่'
              : 'กำลังโหลดรายชื่อ…'
      }
      options={found.map((staffMember) => ({
        id: staffMember.id,
        content: (
          <>
            <Avatar name={staffMember.display_name} src={staffMember.avatar_url} size={24} />
            <ClippedMarks text={staffLabel(staffMember)} />
          </>
        ),
      }))}
      onChoose={(id) => choose(found.find((each) => each.id === id))}
      onClose={dismiss}
    />
  )
})
