import type { LightMyRequestResponse } from 'fastify'
import { createLineWorld } from './line-world.ts'
import type { TestDesk, TestDeskOptions } from './test-desk.ts'

/** Server whose staff sign in through a LINE simulator of its own. */
export interface LoginDesk {
  desk: TestDesk
  /** LINE users of the simulator. */
  users: readonly { user_id: string; display_name: string }[]
  simulatorUrl: string
  /**
   * Returns the authorization code that LINE gives the browser after the user's consent. `parameters` are added to the
   * URL of LINE's sign-in page.
   */
  codeFor(userId: string, parameters?: Record<string, string | undefined>): Promise<string>
  /** Requests the sign-in callback as a client that is not a browser. */
  callback(code: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

export async function createLoginDesk(options: TestDeskOptions = {}): Promise<LoginDesk> {
  const { testDesk: desk, simulator, close } = await createLineWorld(options)
  return {
    desk,
    users: simulator.world.staff,
    simulatorUrl: simulator.url,
    async codeFor(userId, parameters = {}) {
      const { login } = desk.context.config
      const url = new URL(login.authorizeUrl)
      const query: Record<string, string | undefined> = {
        response_type: 'code',
        client_id: login.clientId,
        redirect_uri: login.redirectUri,
        state: 'state',
        scope: 'openid profile email',
        simulator_user: userId,
        ...parameters,
      }
      for (const [name, value] of Object.entries(query)) {
        if (value !== undefined) url.searchParams.set(name, value)
      }
      const redirect = await fetch(url, { redirect: 'manual' })
      const code = new URL(String(redirect.headers.get('location'))).searchParams.get('code')
      if (code === null) throw new Error(`no code: ${redirect.status} ${redirect.headers.get('location')}`)
      return code
    },
    callback: (code, headers = {}) =>
      desk.app.inject({ method: 'POST', url: '/auth/line/callback', payload: { code }, headers }),
    close,
  }
}
