import { createHash } from 'node:crypto'

const PALETTES = [
  ['#dff3e8', '#a9dcc2', '#0f5a3f'],
  ['#e3edfc', '#b3cdf5', '#1b4a8f'],
  ['#fde7e4', '#f6bfb8', '#8a241c'],
  ['#fff0d4', '#f7d493', '#7a4a00'],
  ['#efe6fb', '#d2b9f2', '#56308c'],
  ['#e0f4f5', '#a6dbde', '#0d565b'],
  ['#fce6f1', '#f3b7d4', '#8a1f58'],
  ['#eef1e2', '#cfd9a8', '#4a5416'],
] as const

const SKIN = ['#f3cfae', '#e8b98f', '#d9a074', '#f7dcc3'] as const
const HAIR = ['#2b2320', '#3c2a21', '#1f1b1f', '#5a3b26'] as const

function pick<T>(list: readonly T[], value: number): T {
  return list[value % list.length] as T
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Patterns of male and female names, which select the hair of an avatar. For other names, the id selects the hair. */
const MEN =
  /^(ธีรภัทร|ณัฐวุฒิ|วรัญญู|อภิชาติ|ธนกร|กิตติ|วิชัย|ภูริณัฐ|สมศักดิ์|ปิยะพงษ์|ชัยวัฒน์|เอกชัย|พีรพล|สิทธิชัย|อนุชา|เกรียงไกร|ยุทธนา|ไพโรจน์|ธนวัฒน์|ณัฐพล|วีรยุทธ|แบงค์|พี่หนุ่ม|บอล|เฮีย|ลุง|ต้นกล้า|Somchai|Nattapong|Arthit|Mr\.|Golf|Beam)/u
const WOMEN =
  /^(กานต์ชนก|ปวีณา|สุภาวดี|มินตรา|จิราพร|ศิริลักษณ์|พิมพ์ชนก|ชลธิชา|รัตนา|นันทิดา|เบญจวรรณ|อรวรรณ|กมลชนก|ดวงใจ|ทิพวรรณ|ณัฐธิดา|วราภรณ์|จุฑามาศ|ปาริชาต|ลลิตา|แก้วตา|ศศิธร|นภัสสร|อรทัย|พัชราภา|สุดารัตน์|น้อง|ฟ้าใส|ป้า|อ้อม|เจ๊|ปลา|กุ้งนาง|มะปราง|เนย|Ploy|Kanya|Praew|Mint)/u

/** Scenes contain no text, because an SVG in an <img> loads no fonts. */
const SCENES = [
  (ink: string) =>
    `<path d="M58 62l8 34c-8 10-12 22-12 34 0 30 20 48 46 48s46-18 46-48c0-12-4-24-12-34l8-34-30 18c-8-2-16-2-24 0z" fill="${ink}" opacity=".88"/><g fill="#fff"><ellipse cx="84" cy="122" rx="7" ry="9"/><ellipse cx="116" cy="122" rx="7" ry="9"/></g><path d="M94 140h12l-6 7zM100 147v6m-26-8l-24-5m24 12l-22 4m74-11l24-5m-24 12l22 4" stroke="#fff" stroke-width="3" fill="#fff" stroke-linecap="round"/>`,
  (ink: string) =>
    `<path d="M100 118v74M100 168c-16-4-26-14-30-28 18 0 28 10 30 28z" fill="#4f9a63" stroke="#4f9a63" stroke-width="6" stroke-linecap="round"/><g fill="${ink}" opacity=".82"><circle cx="100" cy="60" r="20"/><circle cx="128" cy="80" r="20"/><circle cx="118" cy="112" r="20"/><circle cx="82" cy="112" r="20"/><circle cx="72" cy="80" r="20"/></g><circle cx="100" cy="88" r="16" fill="#ffd45e"/>`,
  (ink: string) =>
    `<circle cx="128" cy="86" r="26" fill="#ffd45e"/><path d="M-4 124l54-58 38 40 20-18 40 36z" fill="${ink}" opacity=".75"/><path d="M0 122h200v80H0z" fill="${ink}" opacity=".45"/><path d="M40 146h60M84 164h76M30 182h54" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".7"/>`,
  (ink: string) =>
    `<path d="M54 96h80v34c0 24-16 38-40 38s-40-14-40-38z" fill="${ink}" opacity=".88"/><path d="M134 104c26-6 32 34 0 36" fill="none" stroke="${ink}" stroke-width="9" opacity=".88"/><path d="M76 80c-8-10 8-16 0-28m20 28c-8-10 8-16 0-28m20 28c-8-10 8-16 0-28" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round"/><path d="M46 178h96" stroke="${ink}" stroke-width="8" stroke-linecap="round" opacity=".6"/>`,
] as const

function face(bytes: Buffer, name: string): string {
  const skin = pick(SKIN, bytes[1] ?? 0)
  const hair = pick(HAIR, bytes[2] ?? 0)
  const shirt = pick(PALETTES, (bytes[3] ?? 0) + 3)[2]
  const long = WOMEN.test(name) || (!MEN.test(name) && (bytes[4] ?? 0) % 2 === 0)
  const glasses = (bytes[5] ?? 0) % 4 === 0
  const hairShape = long
    ? `<path d="M56 96c0-32 18-50 44-50s44 18 44 50c0 24 3 40 8 52H48c5-12 8-28 8-52z" fill="${hair}"/>`
    : ''
  const fringe = long
    ? `<path d="M66 96c2-24 14-36 34-36s32 12 34 36c-14-4-24-12-30-22-8 12-22 20-38 22z" fill="${hair}"/>`
    : `<path d="M62 92c-2-30 14-46 38-46s40 16 38 46c-6-14-14-20-24-22-16 4-32 2-40-2-6 6-10 14-12 24z" fill="${hair}"/>`
  const specs = glasses
    ? '<g fill="none" stroke="#3a3a3a" stroke-width="2.5"><circle cx="86" cy="101" r="10"/><circle cx="114" cy="101" r="10"/><path d="M96 101h8"/></g>'
    : ''
  return `${hairShape}<path d="M40 204c0-36 26-54 60-54s60 18 60 54z" fill="${shirt}"/><path d="M86 128h28v22c0 9-28 9-28 0z" fill="${skin}"/>
<ellipse cx="100" cy="102" rx="35" ry="39" fill="${skin}"/>${fringe}
<g fill="#33271f"><circle cx="86" cy="102" r="3.6"/><circle cx="114" cy="102" r="3.6"/></g>
<path d="M87 119c7 8 19 8 26 0" fill="none" stroke="#33271f" stroke-width="3" stroke-linecap="round"/>
<g fill="#e8836f" opacity=".28"><circle cx="77" cy="113" r="6.5"/><circle cx="123" cy="113" r="6.5"/></g>${specs}`
}

/** Draws the avatar of a user, always the same for a user id. `size` is in px. */
export function avatarSvg(userId: string, name: string, size: number): string {
  const bytes = createHash('sha256').update(userId).digest()
  const [top, bottom, ink] = pick(PALETTES, bytes[0] ?? 0)
  const scene = pick(SCENES, bytes[7] ?? 0)
  const image = (bytes[6] ?? 0) % 10 < 7 ? face(bytes, name) : scene(ink)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="${size}" height="${size}" role="img" aria-label="${escapeXml(name)}"><defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient><clipPath id="c"><circle cx="100" cy="100" r="100"/></clipPath></defs><g clip-path="url(#c)"><rect width="200" height="200" fill="url(#g)"/>${image}</g></svg>`
}

const CHANNEL_MARKS: Record<string, { fill: string; mark: string }> = {
  main: {
    fill: '#178058',
    mark: '<path d="M100 50c-34 0-60 21-60 47 0 24 21 43 49 46l-3 17c0 3 3 4 5 3 22-11 69-36 69-66 0-26-26-47-60-47z" fill="#fff"/><g fill="#178058"><circle cx="76" cy="97" r="7"/><circle cx="100" cy="97" r="7"/><circle cx="124" cy="97" r="7"/></g>',
  },
  vip: {
    fill: '#a97900',
    mark: '<path d="M46 74l28 22 26-40 26 40 28-22-12 66H58z" fill="#fff"/><path d="M58 152h84" stroke="#fff" stroke-width="10" stroke-linecap="round"/>',
  },
  promo: {
    fill: '#1f5fbf',
    mark: '<path d="M52 92l44-44h48a8 8 0 0 1 8 8v48l-44 44a10 10 0 0 1-14 0l-42-42a10 10 0 0 1 0-14z" fill="#fff"/><circle cx="128" cy="72" r="9" fill="#1f5fbf"/>',
  },
}

export function accountSvg(channel: { key: string; name: string }, size: number): string {
  const style = CHANNEL_MARKS[channel.key] ?? CHANNEL_MARKS.main
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="${size}" height="${size}" role="img" aria-label="${escapeXml(channel.name)}"><circle cx="100" cy="100" r="100" fill="${style?.fill}"/>${style?.mark}</svg>`
}
