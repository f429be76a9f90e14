import type { Mention } from 'shared/contract/notes/note.ts'
import type { StartService } from 'shared/extensions'
import { followRealtime } from 'shared/realtime'
import { cutGraphemes, showToast } from 'shared/ui'
import { caseAddress, isLookedAt } from '../address/ticket-address.ts'
import { addMention, mentionsQuery } from '../notes/mentions.ts'

const SHOWN_MS = 15_000
const TEXT_LENGTH = 80

/** Tells a person on every page that a colleague has named them in a note: at once, and at their next visit when they were away. */
const start: StartService = ({ queryClient, navigate }) => {
  let stopped = false

  function tell(mention: Mention): void {
    const { staff, customer, text, ticket_id } = mention
    showToast({
      text: `${staff.display_name} กล่าวถึงคุณในเคสของ ${customer}: ${cutGraphemes(text, TEXT_LENGTH)}`,
      timeoutMs: SHOWN_MS,
      action: { label: 'เปิดเคส', onSelect: () => navigate(caseAddress(ticket_id)) },
    })
  }

  /** Tells of those that are new here; several are one notice. */
  async function read(): Promise<void> {
    const before = queryClient.getQueryData(mentionsQuery.queryKey)?.items ?? []
    const { items, total } = await queryClient.fetchQuery({ ...mentionsQuery, staleTime: 0 })
    const fresh = items.filter(
      ({ id, ticket_id }) => !before.some((each) => each.id === id) && !isLookedAt(ticket_id),
    )
    const [newest] = fresh
    if (stopped || newest === undefined) return
    if (fresh.length === 1) tell(newest)
    else
      showToast({
        text: `มีโน้ตที่กล่าวถึงคุณและยังไม่ได้อ่าน ${total} รายการ`,
        timeoutMs: SHOWN_MS,
        action: { label: 'เปิดเคสล่าสุด', onSelect: () => navigate(caseAddress(newest.ticket_id)) },
      })
  }
  const readQuietly = () =>
    void read().catch((error: unknown) => console.warn('notes that name the person were not read', error))

  readQuietly()
  const unfollow = followRealtime((event) => {
    if (event.type === 'resync') readQuietly()
    if (event.type !== 'mention') return
    const isKnown = queryClient
      .getQueryData(mentionsQuery.queryKey)
      ?.items.some(({ id }) => id === event.data.id)
    addMention(queryClient, event.data)
    if (isKnown !== true && !isLookedAt(event.data.ticket_id)) tell(event.data)
  })
  return () => {
    stopped = true
    unfollow()
  }
}
export default start
