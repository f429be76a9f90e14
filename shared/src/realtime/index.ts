export { type BusEvent, pollInterval } from './bus.ts'
export {
  followRealtime,
  tellTyping,
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
