/**
 * Comes first in the host's page in development. Each bundle would bring a React Refresh of its own, but only the one that
 * was there before React knows its renderer: so the host lends its own to the remotes (`build.ts`). Two bundles may have
 * files of one path, so each registers its components under its name.
 */
import * as refresh from 'react-refresh/runtime'

globalThis.__deskRefresh = (bundle) => ({
  ...refresh,
  register: (type, id) => refresh.register(type, `${bundle} ${id}`),
})
