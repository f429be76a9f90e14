export { type BusEvent, pollInterval } from './bus.ts'
export {
  tellTyping,
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
