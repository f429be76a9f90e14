import type { QueryClient } from '@tanstack/react-query'
import type { Role } from '../contract/constants.ts'

export interface ServiceContext {
  role: Role
  /** Query client of the page. Import session and socket from `shared/session` and `shared/realtime`. */
  queryClient: QueryClient
  /** Navigates to a path of the app, such as `/my-ticket/8`. */
  navigate: (to: string) => void
}

export type StopService = () => void

/**
 * Default export of `src/services/<Name>.service.ts`. The shell starts it for the declared roles when the browser is
 * idle, and stops it when the user signs out or the role changes.
 */
export type StartService = (
  context: ServiceContext,
) => StopService | undefined | Promise<StopService | undefined>
