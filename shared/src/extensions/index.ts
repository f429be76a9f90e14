// Services, slots and commands: extension points for pages of other remotes. A shared module with one instance per
// page.

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
export { guardLeaving, leavePage } from './leaving.ts'
export { Slot, type SlotContexts, type SlotProps, SlotsProvider } from './Slot.tsx'
export type { ServiceContext, StartService, StopService } from './service.ts'
