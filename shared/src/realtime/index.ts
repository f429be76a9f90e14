export type { BusEvent, RealtimeState, RealtimeStatus } from './bus.ts'
export { deskBus } from './desk-bus.ts'
export {
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
export { pollInterval } from './poll-interval.ts'
export { hasSeqGap, lastContiguousSeq } from './sequence.ts'
