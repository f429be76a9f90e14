export { type BusEvent, pollInterval, type RealtimeState, type RealtimeStatus } from './bus.ts'
export { deskBus } from './desk-bus.ts'
export {
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
