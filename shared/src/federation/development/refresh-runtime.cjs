/* One React Refresh for all bundles of the page: that of the host, which was there before React. */
globalThis.__deskRefresh ??= require('react-refresh-of-this-build')
module.exports = globalThis.__deskRefresh
