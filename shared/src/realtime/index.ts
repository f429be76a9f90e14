export { type BusEvent, pollInterval } from './bus.ts'
export {
  useRealtimeEvents,
  useRealtimeStatus,
  useTicketSubscription,
  useTicketSubscriptions,
} from './hooks.ts'
