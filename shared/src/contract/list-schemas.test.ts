import { describe, expect, test } from 'vitest'
import { businessChannels } from './channels/business-channels.call.ts'
import { staffChannels } from './channels/staff-channels.call.ts'
import { listCustomers } from './customers/list-customers.call.ts'
import { setVip } from './customers/set-vip.call.ts'
import { knowledgeLogs } from './knowledge/knowledge-logs.call.ts'
import { knowledgeSources } from './knowledge/knowledge-sources.call.ts'
import { searchKnowledge } from './knowledge/search-knowledge.call.ts'
import { listAgents } from './staff/list-agents.call.ts'
import { createSuggestion } from './suggestions/create-suggestion.call.ts'
import { deleteSuggestion } from './suggestions/delete-suggestion.call.ts'
import { listSuggestions } from './suggestions/list-suggestions.call.ts'
import { healthz } from './system/healthz.call.ts'

describe.each([
  ['staff channels', staffChannels],
  ['business channels', businessChannels],
])('decodes a list of %s', (_, call) => {
  test.each([[[{ key: 'main', name: 'OA หลัก' }]], [{ items: [{ key: 'main', name: 'OA หลัก' }] }]])(
    'decodes a list in the format %j',
    (response) => expect(call.decode.parse(response).items).toEqual([{ key: 'main', name: 'OA หลัก' }]),
  )
  test('reads channels from bare keys', () =>
    expect(call.decode.parse(['main']).items).toEqual([{ key: 'main', name: 'main' }]))
})

test('a list of agents is read from records and bare ids', () => {
  expect(listAgents.decode.parse([{ id: 'a', display_name: 'กิตติ' }, 'U1', null]).items).toMatchObject([
    { id: 'a', display_name: 'กิตติ' },
    { id: 'U1' },
  ])
})

test('decodes a list of customers from another server', () => {
  expect(
    listCustomers.decode.parse({
      items: [{ id: 1, line_user_id: 'U1', is_vip: 1 }, { name: '?' }],
      total: 60,
    }),
  ).toEqual({
    items: [
      {
        id: '1',
        display_name: 'U1',
        picture_url: null,
        line_user_id: 'U1',
        is_vip: true,
        channel: null,
        channels: [],
        created_at: null,
        last_message_at: null,
      },
    ],
    total: 60,
    has_more: false,
  })
  for (const response of [{ id: 'c' }, { customer: { id: 'c' } }])
    expect(setVip.decode.parse(response).id).toBe('c')
})

test('decodes a list of suggestions from another server', () => {
  const item = { id: 's', text: 'สวัสดีค่ะ', image_url: null, channel_key: null }
  expect(listSuggestions.decode.parse([{ id: 's', text: 'สวัสดีค่ะ' }]).items).toEqual([item])
  expect(createSuggestion.decode.parse({ item: { id: 's', text: 'สวัสดีค่ะ' } })).toEqual(item)
  for (const response of [undefined, 'ok', { deleted: 1 }])
    expect(deleteSuggestion.decode.parse(response)).toEqual({ ok: true })
})

test('decodes knowledge sources, update history and search results', () => {
  expect(knowledgeSources.decode.parse([{ source: 'ทั่วไป', chunks: 3 }])).toEqual([
    { source: 'ทั่วไป', chunks: 3, last_ingested_at: null },
  ])
  expect(
    knowledgeLogs.decode.parse([{ id: 1, source: 'ทั่วไป', at: '2026-11-21T09:00:00Z', replaced: 'true' }])
      .items,
  ).toEqual([
    {
      id: '1',
      source: 'ทั่วไป',
      origin: 'manual',
      inserted: 0,
      replaced: true,
      at: '2026-11-21T09:00:00.000Z',
      action: 'upsert',
      staff: null,
      proposed_by: null,
    },
  ])
  expect(searchKnowledge.decode.parse({ results: [{ content: 'x', source: 'ทั่วไป' }] }).results).toHaveLength(
    1,
  )
})

describe('health check', () => {
  test.each([{ status: 'ok' }, { ok: true }, 'ok'])('reads the health response %j as online', (response) =>
    expect(healthz.decode.safeParse(response).success).toBe(true),
  )
  test.each([{ status: 'down' }, { ok: false }, '', null, undefined, [], 5])(
    'does not read the health response %j as online',
    (response) => expect(healthz.decode.safeParse(response).success).toBe(false),
  )
})

test.each([
  [{ items: [], total: 60 }, 60],
  [{ items: [], total: '60' }, 60],
  [{ items: [{ id: 1, line_user_id: 'U1' }], total: null }, 1],
  [[{ id: 1, line_user_id: 'U1' }], 1],
])('reads the total number of items of the page %j as %s', (response, total) => {
  expect(listCustomers.decode.parse(response).total).toBe(total)
})
