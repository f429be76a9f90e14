import { listOpeningHours, setOpeningHours } from 'shared/contract/dashboard/opening-hours.call.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestDesk } from '../testing/use-test-desk.ts'
import { startMetricProjector } from './metric-projector.ts'
import { markRecountsDue } from './opening-hours.store.ts'
import { bangkokDayOf } from './period.ts'
import { rebuildMetrics } from './rebuild-metrics.ts'
import { projectTickets } from './ticket-metrics.store.ts'

const desk = useTestDesk()
type Headers = { authorization: string }
let manager: Headers
let ofShop: Headers
let agent: Headers
const WEEKDAYS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens_at: 540, closes_at: 1080 }))

beforeAll(async () => {
  await desk.addChannel('shop')
  const staffMember = await desk.signInAs({ role: 'BUSINESS' })
  manager = staffMember.headers
  ofShop = (await desk.signInAs({ role: 'BUSINESS', channelKeys: ['shop'] })).headers
  agent = (await desk.signInAs()).headers
  // Adds 600 tickets to each of the two channels, opened on a Monday at 08:30 and accepted at 09:30.
  await desk.query(
    `with people as (
       insert into customers (channel_key, line_user_id)
       select key, key || n from unnest(array['main', 'shop']) key, generate_series(1, 600) n returning id, channel_key),
     cases as (
       insert into tickets (channel_key, customer_id, subject, opened_at, last_activity_at)
       select channel_key, id, 'อื่นๆ', '2026-02-16T08:30:00+07:00', now() from people returning id, channel_key)
     insert into ticket_events (ticket_id, channel_key, kind, staff_id, at)
     select id, channel_key, 'accepted', $1, '2026-02-16T09:30:00+07:00' from cases`,
    [staffMember.staffId],
  )
  while ((await projectTickets(desk.context.db, 500)) !== 0);
})

const list = async (headers: Headers) => {
  const response = await desk.app.inject({ url: '/api/business/opening-hours', headers })
  return response.statusCode === 200
    ? listOpeningHours.response.parse(response.json()).items
    : response.json().code
}
const PAST = { valid_from: '2026-01-01', changes_past: true }
const put = async (headers: Headers, path: string, payload: object) => {
  const url = `/api/business/opening-hours/${path}`
  const response = await desk.app.inject({ method: 'PUT', url, headers, payload })
  return response.statusCode === 200 ? setOpeningHours.response.parse(response.json()) : response.json().code
}
const set = (headers: Headers, key: string, days: unknown, from: object = PAST) =>
  put(headers, encodeURIComponent(key), { days, ...from })
const recounted = async () => {
  const project = startMetricProjector(desk.context)
  try {
    const isRecounting = async () => (await list(ofShop))[0]?.is_recounting
    await expect.poll(isRecounting, { timeout: 30_000 }).toBe(false)
  } finally {
    await project.stop()
  }
}
const pickup = async (key: string, hours = '&hours=business') => {
  const url = `/api/biz/dashboard?from=2026-02-16&to=2026-02-16&channel_key=${key}${hours}`
  return (await desk.app.inject({ url, headers: manager })).json().overview.totals.avg_pickup_secs
}

const NONE = { days: null, versions: [], special_days: [], is_recounting: false }
const VERSION = { valid_from: '2026-01-01', days: WEEKDAYS }

test('after a change of opening hours the durations of only that channel are recomputed, from the first valid day on', async () => {
  expect(await list(manager)).toEqual([
    { channel_key: 'main', ...NONE },
    { channel_key: 'shop', ...NONE },
  ])
  expect(await set(manager, 'shop', WEEKDAYS.toReversed())).toEqual({
    channel_key: 'shop',
    days: WEEKDAYS,
    versions: [VERSION],
    special_days: [],
    is_recounting: true,
  })
  expect(await list(ofShop)).toMatchObject([{ channel_key: 'shop', days: WEEKDAYS, is_recounting: true }])
  expect(await markRecountsDue(desk.context.db, 500)).toBe(true)
  // The second change restarts the recount, because some tickets were already counted with the first change's hours.
  await set(manager, 'shop', [{ weekday: 1, opens_at: 540, closes_at: 1440 }])

  await recounted()
  expect([await pickup('shop'), await pickup('main')]).toEqual([1800, 3600])
  expect(await pickup('shop', '')).toBe(3600)
  const counted = await desk.query(
    `select channel_key, open_ms::int, count(*)::int from case_figures where kind = 'handled' group by 1, 2 order by 1`,
  )
  expect(counted).toEqual([
    { channel_key: 'main', open_ms: 3_600_000, count: 600 },
    { channel_key: 'shop', open_ms: 1_800_000, count: 600 },
  ])

  const word = `select detail ->> 'opening_hours' as hours from security_events where kind = 'channel_changed' order by id`
  expect((await desk.query(word)).at(-1)).toEqual({ hours: '1 09:00-24:00' })
  const noted = (await desk.query(word)).length
  expect(await set(manager, 'shop', [{ weekday: 1, opens_at: 540, closes_at: 1440 }])).toMatchObject({
    is_recounting: false,
  })
  expect((await desk.query(word)).length).toBe(noted)
  expect(await set(manager, 'shop', null)).toMatchObject({ days: null, is_recounting: true })
})

test('only managers with access to the channel can set opening hours', async () => {
  expect(await set(agent, 'main', null)).toBe('forbidden')
  expect(await list(agent)).toBe('forbidden')
  expect(await set(ofShop, 'main', WEEKDAYS)).toBe('forbidden_channel')
  expect(await set(manager, 'nowhere', WEEKDAYS)).toBe('not_found')
  expect(await set(manager, 'a\0', WEEKDAYS)).toBe('invalid_request')
  expect(await set(manager, 'main', [])).toBe('invalid_request')
})

describe('a change of opening hours', () => {
  const MONDAY = [{ weekday: 1, opens_at: 540, closes_at: 1080 }]
  const TUESDAY = [{ weekday: 2, opens_at: 540, closes_at: 1080 }]
  const today = bangkokDayOf(new Date())

  test('opening hours from today on change no metrics of earlier days, even after a rebuild', async () => {
    await set(manager, 'shop', MONDAY)
    await recounted()
    expect(await pickup('shop')).toBe(1800)
    // With these hours, the channel is closed on Mondays from today on.
    expect(await set(manager, 'shop', TUESDAY, {})).toMatchObject({
      days: TUESDAY,
      versions: [
        { valid_from: '2026-01-01', days: MONDAY },
        { valid_from: today, days: TUESDAY },
      ],
    })
    await recounted()
    expect(await pickup('shop')).toBe(1800)
    await rebuildMetrics(desk.context.db)
    expect(await pickup('shop')).toBe(1800)
  })

  test('opening hours of past days require confirmation, and future hours can be withdrawn', async () => {
    expect(await set(manager, 'shop', null, { valid_from: '2026-02-01' })).toBe('changes_past')
    const planned = await set(manager, 'shop', null, { valid_from: '2099-01-01' })
    expect(planned).toMatchObject({ days: TUESDAY, is_recounting: false })
    expect(planned.versions.at(-1)).toEqual({ valid_from: '2099-01-01', days: null })
    const remove = async (day: string) => {
      const url = `/api/business/opening-hours/shop/versions/${day}`
      const response = await desk.app.inject({ method: 'DELETE', url, headers: manager })
      return response.json().code ?? response.json().versions.length
    }
    expect(await remove(today)).toBe('changes_past')
    expect(await remove('2099-01-01')).toBe(2)
    expect(await remove('2099-01-01')).toBe('not_found')
  })

  test('opening hours of a special day affect only that day', async () => {
    const holiday = { day: '2026-02-16', name: 'วันหยุด', opens_at: null, closes_at: null }
    const special = (special_days: unknown[], extra = {}) =>
      put(manager, 'shop/special-days', { special_days, ...extra })
    expect(await special([holiday])).toBe('changes_past')
    expect(await special([{ ...holiday, day: '2099-04-13' }])).toMatchObject({ is_recounting: false })
    expect(await special([holiday], { changes_past: true })).toMatchObject({ special_days: [holiday] })
    await recounted()
    expect(await pickup('shop')).toBe(0)
    await special([{ ...holiday, opens_at: 525, closes_at: 720 }], { changes_past: true })
    await recounted()
    expect(await pickup('shop')).toBe(45 * 60)
    await special([], { changes_past: true })
    await recounted()
    expect(await pickup('shop')).toBe(1800)
    expect(await special([holiday, holiday])).toBe('invalid_request')
    expect(await special([{ ...holiday, opens_at: 540 }])).toBe('invalid_request')
    expect(await put(agent, 'shop/special-days', { special_days: [] })).toBe('forbidden')
    expect(await put(ofShop, 'main/special-days', { special_days: [] })).toBe('forbidden_channel')
  })
})
