export { type BusEvent, pollInterval } from './bus.ts'
export { isRealtimeLive } from './desk-bus.ts'
export {
  followRealtime,
  followReconnect,
  notifyTyping,
  usePresence,
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
