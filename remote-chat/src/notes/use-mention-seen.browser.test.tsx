import { QueryClientProvider } from '@tanstack/react-query'
import { createDeskQueryClient } from 'shared/api'
import type { Mention } from 'shared/contract/notes/note.ts'
import { startSessionCheck } from 'shared/session'
import { MockAgent } from 'shared/testing/mock-profile.ts'
import { staffMemberOf } from 'shared/testing/mock-tickets.ts'
import { render } from 'shared/testing/render.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { desk, installMockDesk } from '../testing/installed-desk.ts'
import { OWN_TICKET } from '../testing/open-conversation.tsx'
import { mentionsQuery } from './mentions.ts'
import { useMentionSeen } from './use-mention-seen.ts'

installMockDesk()

const mention = (id: string): Mention => ({
  id,
  ticket_id: OWN_TICKET,
  channel_key: 'main',
  customer: 'ธีรภัทร',
  staff: staffMemberOf(MockAgent),
  text: `โน้ต ${id}`,
  at: new Date().toISOString(),
})

function Note({ id }: { id: string }) {
  return <div ref={useMentionSeen(id)}>โน้ต {id}</div>
}

test('marks a mention as seen once it is in view', async () => {
  await startSessionCheck()
  const items = ['a', 'b', 'c'].map(mention)
  desk.notes.mentions = items
  const client = createDeskQueryClient()
  client.setQueryData(mentionsQuery.queryKey, { items, total: 3 })
  await render(
    <QueryClientProvider client={client}>
      <div style={{ height: 300, overflow: 'auto' }}>
        <Note id="a" />
        <div style={{ height: 2_000 }} />
        <Note id="b" />
      </div>
    </QueryClientProvider>,
  )
  const left = () => desk.notes.mentions.map(({ id }) => id)
  await expect.poll(left).toEqual(['b', 'c'])
  page.getByText('โน้ต b').element().scrollIntoView()
  await expect.poll(left).toEqual(['c'])
  expect(client.getQueryData(mentionsQuery.queryKey)?.total).toBe(1)
})
