/** Keys of Thai Kedmanee and US English in one common order: first without, then with shift. */
const LATIN =
  '`1234567890-=qwertyuiop[]\\asdfghjkl;\'zxcvbnm,./~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'
const THAI = '_ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฃฟหกดเ้่าสวงผปแอิืทมใฝ%+๑๒๓๔ู฿๕๖๗๘๙๐"ฎฑธํ๊ณฯญฐ,ฅฤฆฏโฌ็๋ษศซ.()ฉฮฺ์?ฒฬฦ'

const toThai = new Map([...LATIN].map((key, index) => [key, [...THAI][index] ?? key]))
const toLatin = new Map([...THAI].map((key, index) => [key, [...LATIN][index] ?? key]))

/** `l;ylfu` returns `สวัสดี`, `้ำสสน` returns `hello`. Null when the text contains both scripts or neither. */
export function typedInOtherLayout(text: string): string | null {
  const isLatin = /[a-z]/i.test(text)
  const isThai = /\p{Script=Thai}/u.test(text)
  if (isLatin === isThai) return null
  const keys = isLatin ? toThai : toLatin
  return [...text].map((letter) => keys.get(letter) ?? letter).join('')
}
