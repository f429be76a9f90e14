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

/** Ends what a service has begun. */
export type StopService = () => void

/**
 * Default export of a service (`src/services/<Name>.service.ts`): a module without a page. The shell starts it for the roles
 * of its declaration once it stands itself, and stops it when the person or the role goes.
 */
export type StartService = (
  context: ServiceContext,
) => StopService | undefined | Promise<StopService | undefined>
