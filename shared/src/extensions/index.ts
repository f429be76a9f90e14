// The door of what remotes add to pages that are not their own, one module on the page.

export { Slot, type SlotContexts, type SlotProps, SlotsProvider } from './Slot.tsx'
export type { ServiceContext, StartService, StopService } from './service.ts'
