/** Thai Kedmanee beside US English, key by key: without and with shift. */
const LATIN =
  '`1234567890-=qwertyuiop[]\\asdfghjkl;\'zxcvbnm,./~!@#$%^&*()_+QWERTYUIOP{}|ASDFGHJKL:"ZXCVBNM<>?'
const THAI = '_ๅ/-ภถุึคตจขชๆไำพะัีรนยบลฃฟหกดเ้่าสวงผปแอิืทมใฝ%+๑๒๓๔ู฿๕๖๗๘๙๐"ฎฑธํ๊ณฯญฐ,ฅฤฆฏโฌ็๋ษศซ.()ฉฮฺ์?ฒฬฦ'

const toThai = new Map([...LATIN].map((key, place) => [key, [...THAI][place] ?? key]))
const toLatin = new Map([...THAI].map((key, place) => [key, [...LATIN][place] ?? key]))

/**
 * What a person meant to type whose keyboard stood at the other layout: `l;ylfu` is `สวัสดี`, `้ำสสน` is `hello`. Null where the text is
 * of both scripts or of neither.
 */
export function typedInOtherLayout(text: string): string | null {
  const isLatin = /[a-z]/i.test(text)
  const isThai = /\p{Script=Thai}/u.test(text)
  if (isLatin === isThai) return null
  const keys = isLatin ? toThai : toLatin
  return [...text].map((letter) => keys.get(letter) ?? letter).join('')
}
