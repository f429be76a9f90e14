export { type BusEvent, pollInterval } from './bus.ts'
export {
  tellTyping,
  usePresence,
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
