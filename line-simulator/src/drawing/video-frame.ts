import { createHash } from 'node:crypto'

const WIDTH = 320
const HEIGHT = 180
const SKIES = ['#8ab4d6', '#d6b08a', '#a492c8'] as const
const SUN = '#ffecbe'
const HILL = '#4a705c'
const NEAR_HILL = '#345446'

const hill = (x: number, width: number, height: number, fill: string) =>
  `<path d="M${x} ${HEIGHT}l${width / 2} ${-height}l${width / 2} ${height}z" fill="${fill}"/>`

/** Draws the frame of a video, always the same for an id and clearly not a payment slip. */
export function videoFrameSvg(messageId: string): string {
  const hash = createHash('sha256').update(messageId).digest()
  const sky = SKIES[(hash[0] ?? 0) % SKIES.length]
  const hills = [hill(-60, 260, 92, HILL), hill(120, 280, 116, HILL), hill(30, 220, 60, NEAR_HILL)].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="${sky}"/><circle cx="${60 + (hash[1] ?? 0) * 0.8}" cy="52" r="22" fill="${SUN}"/>${hills}<rect y="164" width="100%" height="16" fill="${NEAR_HILL}"/></svg>`
}
