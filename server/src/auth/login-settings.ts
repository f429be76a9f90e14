import type { LoginSettings } from 'shared/contract/auth/login-settings.call.ts'
import type { Config } from '../config.ts'

/** What the browser needs to go to LINE; also inlined in the page, so that the login screen asks nothing. */
export function loginSettings(config: Config): LoginSettings {
  const { authorizeUrl, clientId, redirectUri } = config.login
  return { authorize_url: authorizeUrl, client_id: clientId, redirect_uri: redirectUri }
}
