/** Stickers with the ids of LINE's free set and our own drawings, because LINE's images cannot be fetched. */
export const STICKERS = [
  { packageId: '11537', stickerId: '52002734', label: 'สวัสดี', keywords: ['สวัสดี', 'hello', 'ทักทาย'] },
  { packageId: '11537', stickerId: '52002735', label: 'ขอบคุณ', keywords: ['ขอบคุณ', 'thanks'] },
  { packageId: '11537', stickerId: '52002736', label: 'โอเค', keywords: ['โอเค', 'ok', 'ตกลง'] },
  { packageId: '11537', stickerId: '52002739', label: 'รอก่อน', keywords: ['รอ', 'wait'] },
  { packageId: '11537', stickerId: '52002744', label: 'เศร้า', keywords: ['เศร้า', 'ร้องไห้', 'sad'] },
  { packageId: '11537', stickerId: '52002752', label: 'โกรธ', keywords: ['โกรธ', 'angry'] },
  { packageId: '11537', stickerId: '52002759', label: 'รักเลย', keywords: ['รัก', 'love'] },
  { packageId: '11537', stickerId: '52002765', label: 'งง', keywords: ['งง', 'สงสัย', 'question'] },
]

const FACES: Record<string, { fill: string; eyes: string; mouth: string; extra?: string }> = {
  สวัสดี: {
    fill: '#ffd966',
    eyes: 'dot',
    mouth: 'M44 74c8 12 24 12 32 0',
    extra:
      '<path d="M98 46c6-8 12-12 14-10s-2 8-8 14M104 58c8-4 14-4 15-2s-6 6-13 7" stroke="#c98a00" stroke-width="5" fill="none" stroke-linecap="round"/>',
  },
  ขอบคุณ: {
    fill: '#a8e0c0',
    eyes: 'arc',
    mouth: 'M46 72c8 10 20 10 28 0',
    extra:
      '<path d="M98 24l3 8 8 3-8 3-3 8-3-8-8-3 8-3zM112 50l2 5 5 2-5 2-2 5-2-5-5-2 5-2z" fill="#178058"/>',
  },
  โอเค: {
    fill: '#b9d4fb',
    eyes: 'dot',
    mouth: 'M46 74c8 8 20 8 28 0',
    extra:
      '<path d="M88 86l8 8 16-18" stroke="#1f5fbf" stroke-width="6" fill="none" stroke-linecap="round" stroke-linejoin="round"/>',
  },
  รอก่อน: {
    fill: '#f7d493',
    eyes: 'line',
    mouth: 'M48 78h24',
    extra:
      '<circle cx="100" cy="34" r="14" fill="#fff" stroke="#a15c00" stroke-width="4"/><path d="M100 26v9l6 4" stroke="#a15c00" stroke-width="4" fill="none" stroke-linecap="round"/>',
  },
  เศร้า: {
    fill: '#bcd7ec',
    eyes: 'dot',
    mouth: 'M46 82c8-10 20-10 28 0',
    extra: '<path d="M40 66c-6 10-6 16 0 16s6-6 0-16z" fill="#3f86c9"/>',
  },
  โกรธ: {
    fill: '#f5a79d',
    eyes: 'slant',
    mouth: 'M48 80c8-6 16-6 24 0',
    extra:
      '<path d="M92 22l8 8m0-8l-8 8M104 34l6 6m0-6l-6 6" stroke="#b3261e" stroke-width="5" stroke-linecap="round"/>',
  },
  รักเลย: {
    fill: '#f9c3d9',
    eyes: 'arc',
    mouth: 'M46 72c8 12 20 12 28 0',
    extra: '<path d="M100 46c-10-14-26 0 0 18 26-18 10-32 0-18z" fill="#d6336c"/>',
  },
  งง: {
    fill: '#d9cbf3',
    eyes: 'dot',
    mouth: 'M48 78c6-4 10 4 22-2',
    extra:
      '<text x="100" y="48" font-size="38" font-weight="700" text-anchor="middle" font-family="sans-serif" fill="#56308c">?</text>',
  },
}

const EYES: Record<string, string> = {
  dot: '<circle cx="48" cy="56" r="5" fill="#2b2b2b"/><circle cx="72" cy="56" r="5" fill="#2b2b2b"/>',
  arc: '<path d="M42 58c3-7 9-7 12 0M66 58c3-7 9-7 12 0" stroke="#2b2b2b" stroke-width="4" fill="none" stroke-linecap="round"/>',
  line: '<path d="M43 57h10M67 57h10" stroke="#2b2b2b" stroke-width="4" stroke-linecap="round"/>',
  slant:
    '<path d="M42 50l12 6M78 50l-12 6" stroke="#2b2b2b" stroke-width="4" stroke-linecap="round"/><circle cx="49" cy="60" r="4" fill="#2b2b2b"/><circle cx="71" cy="60" r="4" fill="#2b2b2b"/>',
}

export function stickerSvg(stickerId: string): string {
  const sticker = STICKERS.find((each) => each.stickerId === stickerId)
  const style = (sticker && FACES[sticker.label]) ?? {
    fill: '#e6e8e3',
    eyes: 'dot',
    mouth: 'M48 76h24',
    extra: '',
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 124 124" width="124" height="124" role="img" aria-label="${sticker?.label ?? 'สติกเกอร์'}"><circle cx="60" cy="62" r="44" fill="${style.fill}" stroke="#fff" stroke-width="5"/>${EYES[style.eyes]}<path d="${style.mouth}" stroke="#2b2b2b" stroke-width="4.5" fill="none" stroke-linecap="round"/>${style.extra ?? ''}</svg>`
}
