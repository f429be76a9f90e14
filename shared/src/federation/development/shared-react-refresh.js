/**
 * The first module of the host's page in development. React Refresh knows React's renderer only when it is set up
 * before React, so remotes use the host's copy (`externals` in `build-config.ts`) instead of their own. Bundles may
 * contain files with equal paths, so component ids are prefixed with the bundle's name.
 */
import * as refresh from 'react-refresh/runtime'

globalThis.__deskRefresh = (bundle) => ({
  ...refresh,
  register: (type, id) => refresh.register(type, `${bundle} ${id}`),
})
