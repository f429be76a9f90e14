import http from 'node:http'

/** Hosts that are never called through a proxy: the simulator and other programs on this machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]']

/**
 * Sends outbound HTTP calls (LINE, chat and embedding endpoints) through the proxy of HTTPS_PROXY or HTTP_PROXY,
 * except to hosts in NO_PROXY and on this machine. Throws when the proxy's URL is invalid.
 */
export function useProxyOfEnvironment(environment: Record<string, string | undefined>): void {
  const excluded = environment.no_proxy || environment.NO_PROXY
  const proxies = Object.fromEntries(
    ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY'].flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  )
  if (Object.keys(proxies).length === 0) return
  http.setGlobalProxyFromEnv({ ...proxies, no_proxy: [excluded, ...LOOPBACK].filter(Boolean).join(',') })
}
