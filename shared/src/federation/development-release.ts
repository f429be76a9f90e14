/** The one release that a remote's development server has; its container is `<id>_dev`. */
export const DEVELOPMENT_RELEASE = 'dev'
