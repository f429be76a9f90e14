export { isRealtimeLive } from './desk-bus.ts'
export { type BusEvent, pollInterval } from './realtime-bus.ts'
export {
  followRealtime,
  followReconnect,
  notifyTyping,
  usePresence,
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './realtime-hooks.ts'
