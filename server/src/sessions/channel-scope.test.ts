import { sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { DeskError } from '../desk-error.ts'
import { ChannelScope } from './channel-scope.ts'

const all = ChannelScope.granted({ allChannels: true, channelKeys: [] })
const two = ChannelScope.granted({ allChannels: false, channelKeys: ['vip', 'main', 'vip'] })
const none = ChannelScope.granted({ allChannels: false, channelKeys: [] })

test('a channel scope without rights permits no channel', () => {
  expect(none.isEmpty).toBe(true)
  expect(none.includes('main')).toBe(false)
  expect(none.includes('')).toBe(false)
  expect([all.isEmpty, two.isEmpty]).toEqual([false, false])
})

test('all channels are granted by an explicit flag, not by an absence of rows', () => {
  expect(all.includes('connected tomorrow')).toBe(true)
  expect(two.includes('connected tomorrow')).toBe(false)
  expect(two.includes('all')).toBe(false)
})

test('narrowTo never widens a channel scope', () => {
  expect(all.narrowTo(['vip']).channels).toEqual(['vip'])
  expect(two.narrowTo(['main', 'main']).channels).toEqual(['main'])
  expect(() => two.narrowTo(['main', 'promo'])).toThrow(DeskError)
  expect(() => none.narrowTo(['main'])).toThrow(DeskError)
  expect(() => two.narrowTo(['main']).narrowTo(['vip'])).toThrow(DeskError)
})

test('channel scopes are equal regardless of the order of their channel keys', () => {
  expect(two.equals(ChannelScope.granted({ allChannels: false, channelKeys: ['main', 'vip'] }))).toBe(true)
  expect(two.equals(all)).toBe(false)
  expect(none.equals(all)).toBe(false)
  expect(all.equals(ChannelScope.granted({ allChannels: false, channelKeys: ['all'] }))).toBe(false)
})

test('a channel scope returns an SQL condition for its channels', () => {
  const written = (scope: ChannelScope) => new PgDialect().sqlToQuery(scope.condition(sql`t.channel_key`))
  expect(written(all).sql).toBe('true')
  expect(written(two.narrowTo(['vip']))).toMatchObject({ sql: 't.channel_key = $1', params: ['vip'] })
  expect(written(two)).toMatchObject({
    sql: 't.channel_key = any($1::text[])',
    params: [['main', 'vip']],
  })
  expect(written(none)).toMatchObject({ sql: 't.channel_key = any($1::text[])', params: [[]] })
})

test('a plain object with the fields of a channel scope is not accepted as a channel scope', () => {
  const wanted = (scope: ChannelScope) => scope
  // @ts-expect-error a list of keys out of a request
  expect(wanted(['main'])).toBeTruthy()
  // @ts-expect-error the shape alone
  expect(wanted({ channels: 'all', isEmpty: false })).toBeTruthy()
})
