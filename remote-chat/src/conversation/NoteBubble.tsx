import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { useMutation } from '@tanstack/react-query'
import { memo, useMemo, useState } from 'react'
import { errorText, noteCalls } from 'shared/api'
import type { TimelineEvent } from 'shared/contract/messages/timeline-event.ts'
import { staffLabel } from 'shared/contract/staff/staff-label.ts'
import { Avatar, formatThaiDateTime, formatThaiTime, Menu, showToast } from 'shared/ui'
import { useChatCache } from '../cache/chat-cache.ts'
import { ConfirmRemoveNoteDialog } from '../notes/ConfirmRemoveNoteDialog.tsx'
import { namesIn } from '../notes/mention-texts.ts'
import { editNote, ticketNoteDraft } from '../notes/note-drafts.ts'
import { useFieldMode } from '../notes/note-mode.store.ts'
import { useMentionSeen } from '../notes/use-mention-seen.ts'
import { useIsFieldEmpty } from '../outbox/drafts.store.ts'
import { isSameStaffMember, useViewer, type Viewer } from '../signed-in-user.ts'
import { TextMessage } from './message-kinds/TextMessage.tsx'
import classes from './NoteBubble.module.css'

interface NoteBubbleProps {
  note: TimelineEvent
  isPast: boolean
}

export const NoteBubble = memo(function NoteBubble({ note, isPast }: NoteBubbleProps) {
  const viewer = useViewer()
  const { staff, at, text } = note
  const isOwn = isSameStaffMember(viewer, staff)
  const content = useNames(note, viewer)
  const head = useMentionSeen(note.id)
  return (
    <article
      className={classes.note}
      data-note={note.id}
      aria-label={`โน้ตภายในของ ${staff ? staffLabel(staff) : 'เพื่อนร่วมทีม'}`}
    >
      <div ref={head} className={classes.head} title={formatThaiDateTime(at)}>
        <IconLock size={16} aria-hidden />
        {isOwn || staff === null ? null : (
          <Avatar name={staff.display_name} src={staff.avatar_url} size={24} seed="staff" />
        )}
        <span className={classes.who}>
          โน้ตภายใน · {isOwn ? 'คุณ' : staff ? staffLabel(staff) : 'เพื่อนร่วมทีม'}
        </span>
        <span className={classes.when}>
          <time dateTime={at}>{formatThaiTime(at)}</time>
          {note.note?.edited_at ? ' · แก้ไขแล้ว' : null}
          {isOwn && !isPast ? <UnsavedEditNote note={note} /> : null}
        </span>
        {isOwn && !isPast ? <OwnNoteMenu note={note} /> : null}
      </div>
      <TextMessage text={text ?? ''} content={content} />
    </article>
  )
})

function UnsavedEditNote({ note }: { note: TimelineEvent }) {
  const isEmpty = useIsFieldEmpty(ticketNoteDraft(note.ticket_id, note))
  const { editing } = useFieldMode(note.ticket_id)
  return isEmpty || editing?.id === note.id ? null : ' · มีฉบับร่างแก้ไข'
}

function useNames({ text, note }: TimelineEvent, viewer: Viewer | null) {
  return useMemo(
    () => ({
      kind: 'text' as const,
      emojis: [],
      mentions: namesIn(text ?? '', note?.mentions ?? []).map(({ index, length, staff }) => ({
        index,
        length,
        is_self: staff.some((each) => isSameStaffMember(viewer, each)),
      })),
    }),
    [text, note, viewer],
  )
}

function OwnNoteMenu({ note }: { note: TimelineEvent }) {
  const cache = useChatCache()
  const [isConfirming, setConfirming] = useState(false)
  const removal = useMutation({
    mutationFn: async () => (await noteCalls()).removeNote(note.id),
    onSuccess: (timelineEvent) => {
      // Does not close the dialog, which would return the focus to the removed note: the dialog unmounts with the note.
      if (!cache.messages.applyTimelineEvent(timelineEvent)) cache.catchUp(note.ticket_id)
    },
    onError: (error) => showToast({ tone: 'error', text: `ลบโน้ตไม่สำเร็จ: ${errorText(error)}` }),
  })

  return (
    <>
      <Menu
        label="ตัวเลือกของโน้ต"
        className={classes.menu}
        items={[
          {
            key: 'edit',
            label: 'แก้ไข',
            icon: <IconPencil size={20} aria-hidden />,
            onSelect: () => editNote(note),
          },
          {
            key: 'delete',
            label: 'ลบ',
            icon: <IconTrash size={20} aria-hidden />,
            danger: true,
            onSelect: () => setConfirming(true),
          },
        ]}
      >
        <IconDots size={18} aria-hidden />
      </Menu>
      <ConfirmRemoveNoteDialog
        title="ลบโน้ตภายใน"
        open={isConfirming}
        busy={removal.isPending}
        onConfirm={() => removal.mutate()}
        onCancel={() => setConfirming(false)}
      />
    </>
  )
}
