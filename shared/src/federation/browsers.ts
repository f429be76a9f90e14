/** Oldest supported browsers. `scripts/lint/browser-apis.test.ts` rejects features that one of them lacks. */
export const BROWSERS = [
  'chrome >= 116',
  'edge >= 116',
  'firefox >= 126',
  'safari >= 17.4',
  'ios_saf >= 17.4',
] as const

export const SUPPORTED_BROWSERS = 'Chrome 116, Edge 116, Firefox 126, Safari 17.4 (iOS 17.4)'
