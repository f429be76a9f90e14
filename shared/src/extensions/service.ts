import type { QueryClient } from '@tanstack/react-query'
import type { Role } from '../contract/constants.ts'

/** What the shell hands to a service when it starts it. */
export interface ServiceContext {
  role: Role
  /** The page's cache of server state; session and socket are in `shared/session` and `shared/realtime`. */
  queryClient: QueryClient
  /** Goes to an address of the desk, such as `/my-ticket/8`. */
  navigate: (to: string) => void
}

/** Stops a service. */
export type StopService = () => void

/**
 * Default export of a service (`src/services/<Name>.service.ts`), a module without a page. The shell starts it for the declared
 * roles once the browser is idle, and stops it when the person signs out or the role changes.
 */
export type StartService = (
  context: ServiceContext,
) => StopService | undefined | Promise<StopService | undefined>
