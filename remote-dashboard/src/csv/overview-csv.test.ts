import { expect, test } from 'vitest'
import { NO_METRICS } from '../metrics/no-metrics.ts'
import { categoriesCsv, daysCsv, hoursCsv } from './overview-csv.ts'

const FILTER = { channel: 'main', period: { days: 7 }, isOpenHours: false }

test('the CSV of days has ISO dates, and durations to the second', () => {
  const day = { ...NO_METRICS, day: '2026-11-20', handled_count: 3 }
  const days = [
    { ...day, avg_pickup_secs: 197.5, median_pickup_secs: 90, p90_answered_resolution_secs: 3_600.4 },
  ]
  expect(daysCsv(days, FILTER)).toEqual({
    name: 'days_main_7d.csv',
    content:
      '\uFEFFDay,Handled,Closed,Unanswered,Replies,AvgPickup,AvgFirst,AvgResolution,MedianPickup,P90Pickup,MedianFirst,P90First,MedianResolution,P90Resolution,AvgResolutionAnswered,MedianResolutionAnswered,P90ResolutionAnswered\r\n2026-11-20,3,0,0,0,0:03:18,,,0:01:30,,,,,,,,1:00:00\r\n',
  })
})

test('the CSV of issue types has their names as text, never as a formula', () => {
  const shares = [
    { category: '=1+1', count: 34 },
    { category: 'ถอนช้า, "มาก"', count: 116 },
  ]
  expect(categoriesCsv(shares, FILTER)).toEqual({
    name: 'categories_main_7d.csv',
    content: `\uFEFFCategory,Tickets,Percent\r\n"'=1+1",34,23\r\n"ถอนช้า, ""มาก""",116,77\r\n`,
  })
})

test('the CSV of hours is sorted by weekday', () => {
  const incoming = [
    { weekday: 1, hour: 9, count: 5 },
    { weekday: 0, hour: 23, count: 2 },
  ]
  expect(hoursCsv(incoming, FILTER)).toEqual({
    name: 'hours_main_7d.csv',
    content: '\uFEFFWeekday,Hour,Messages\r\n0,23,2\r\n1,9,5\r\n',
  })
})
