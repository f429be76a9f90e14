import http from 'node:http'

const LOOPBACK = ['localhost', '127.0.0.1', '::1', '[::1]']

/** Makes outbound HTTP calls use HTTPS_PROXY, HTTP_PROXY and NO_PROXY. Throws when a proxy URL is invalid. */
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
