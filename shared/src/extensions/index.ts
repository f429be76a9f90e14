// Extension points for other packages. Shared module, one instance per page.

export {
  type Command,
  type FoundCommand,
  offerCommands,
  offeredCommands,
  offeredSources,
  offerSource,
  type Shortcut,
  subscribeSources,
} from './commands.ts'
export { guardLeaving, leavePage } from './leave-guard.ts'
export { Slot, type SlotContexts, type SlotProps, SlotsProvider } from './Slot.tsx'
export type { ServiceContext, StartService, StopService } from './service.ts'
