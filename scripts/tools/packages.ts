/** The rooms of the house that hold TypeScript, each with its own tsconfig.json. */
export const PACKAGES = [
  'shared',
  'host',
  'remote-chat',
  'remote-dashboard',
  'remote-knowledge',
  'remote-promo',
  'server',
  'line-simulator',
  'e2e',
  'bench',
  'scripts',
]
