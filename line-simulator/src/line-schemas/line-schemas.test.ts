import { describe, expect, test } from 'vitest'
import { exchangeFaults } from './exchange-check.ts'
import { lineDocuments, schemaFaults } from './line-schemas.ts'
import { callbackOf, STICKER_RESOURCE_TYPES, webhookFixtures } from './webhook-fixtures.ts'

const BOT = `U${'0123456789abcdef'.repeat(2)}`
const to = BOT
const push = '/v2/bot/message/push'

describe('schemas of LINE', () => {
  test('schema violations are reported for the matching message type', () => {
    expect(schemaFaults('PushMessageRequest', { to, messages: [{ type: 'text', text: 'ได้ค่ะ' }] })).toEqual([])
    expect(schemaFaults('PushMessageRequest', { to, messages: [{ type: 'text' }] })).toEqual([
      "PushMessageRequest/messages/0 must have required property 'text'",
    ])
    expect(schemaFaults('PushMessageRequest', { to, messages: [{ type: 'hologram' }] })).toEqual([
      'PushMessageRequest/messages/0/type must be equal to one of the allowed values',
    ])
    expect(schemaFaults('CallbackRequest', { destination: 'U1', events: [] })).not.toEqual([])
    expect(() => schemaFaults('NoSuchSchema', {})).toThrow('NoSuchSchema')
  })

  test.each(webhookFixtures().map((fixture) => [fixture.name, fixture] as const))(
    "LINE's schemas accept the fixture: %s",
    (_name, fixture) => {
      const faults = schemaFaults('CallbackRequest', callbackOf(BOT, [fixture]))
      expect(faults.length > 0).toBe(!fixture.described)
    },
  )

  test('each event, message and sticker of a one-to-one chat has a fixture', () => {
    const webhook = lineDocuments()[0]?.definitions ?? {}
    const kinds = (base: string) => {
      const { allOf } = webhook[base] as { allOf: [{ properties: { type: { enum: string[] } } }] }
      return allOf[0].properties.type.enum
    }
    const fixtures = webhookFixtures()
    const inGroups = ['join', 'leave', 'memberJoined', 'memberLeft']
    const events = new Set(fixtures.map(({ event }) => event.type))
    expect(kinds('Event').filter((type) => !events.has(type))).toEqual(inGroups)
    const messages = new Set(
      fixtures.map(({ event }) => (event.message as { type: string } | undefined)?.type),
    )
    expect(kinds('MessageContent').filter((type) => !messages.has(type))).toEqual([])
    const sticker = JSON.stringify(webhook.StickerMessageContent)
    expect(sticker).toContain(JSON.stringify(STICKER_RESOURCE_TYPES))
    expect(new Set(fixtures.map(({ event }) => event.webhookEventId)).size).toBe(fixtures.length)
  })
})

describe('exchange check', () => {
  test('an API request and its response are validated against the schema of LINE', () => {
    const request = { to, messages: [{ type: 'text', text: 'ได้ค่ะ' }] }
    const response = { sentMessages: [{ id: '1' }] }
    const call = { kind: 'call' as const, method: 'POST', path: push, request, status: 200, response }
    expect(exchangeFaults(call)).toEqual({ sent: [], answered: [] })
    expect(exchangeFaults({ ...call, request: { to } }).sent).toHaveLength(1)
    expect(exchangeFaults({ ...call, response: {} }).answered).toHaveLength(1)
    expect(exchangeFaults({ ...call, status: 500, response: { message: 'Internal Server Error' } })).toEqual({
      sent: [],
      answered: [],
    })
    expect(exchangeFaults({ ...call, path: '/v2/bot/message/shout' }).sent).toEqual([
      "LINE's API has no POST /v2/bot/message/shout",
    ])
  })

  test('the check of API requests finds the call of a path that contains an id', () => {
    const call = { kind: 'call' as const, method: 'GET', status: 200, response: { status: 'processing' } }
    expect(exchangeFaults({ ...call, path: '/v2/bot/message/1/content/transcoding' })).toEqual({
      sent: [],
      answered: [],
    })
    const wrong = { ...call, path: '/v2/bot/message/1/content/transcoding', response: { status: 'asleep' } }
    expect(exchangeFaults(wrong).answered).toHaveLength(1)
  })
})
