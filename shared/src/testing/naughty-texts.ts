/**
 * Texts that often break chat applications. Each text must be displayed completely, as text, and within its bubble.
 * Invisible characters are escaped in this file. No text is longer than LINE allows, or starts or ends with white
 * space.
 */
export const NAUGHTY_TEXTS: Readonly<Record<string, string>> = {
  'a script': '<script>window.naughty = true</script>',
  'a picture with a handler': '<img src=x onerror="window.naughty=true">',
  'an address that runs': 'javascript:window.naughty=true//',
  'markup left open': '</p></div><!-- <b>หนา',
  entities: '&lt;b&gt; &amp;nbsp; &#x41;',
  'template signs': `\${7*7} {{constructor}} %s %n %00`,
  'a statement': `'; drop table messages; --`,
  'what programs call nothing': 'null',
  'and undefined': 'undefined',
  'a number that is none': 'NaN',
  'emoji in families': '👨‍👩‍👧‍👦👩🏽‍⚕️🏳️‍🌈🇹🇭1️⃣'.repeat(20),
  'right to left': 'مرحبا بالعالم 123 שלום ไทย',
  'an override of direction': 'ใบเสร็จ\u202Efdp.exe\u202C จบ',
  'an override that is never ended': 'ก่อน \u202E\u2067หลัง abc 123',
  'no width': 'ก\u200Bข\u200Dค\uFEFFง\u2060จ',
  'other ends of lines': 'หนึ่ง\u2028สอง\u2029สาม\u0085สี่',
  'Thai marks above and below': 'กิ๊ปี่ที่ฎุ๋ฐู้ ญุ๊ น้ำ กฺิ๋ เเละ ํา',
  'marks in piles': `ก${'\u0E49'.repeat(60)} Z${'\u0335\u0489'.repeat(40)}`,
  'one word of 5,000 letters': 'ก'.repeat(5_000),
  'Latin without a space': 'W'.repeat(5_000),
  '5,000 characters of sentences': 'โอนเงินแล้วค่ะ ยอดไม่เข้า 😭 '.repeat(200).slice(0, 4_998).trim(),
  'many lines': 'บรรทัด\n'.repeat(60).trim(),
  'signs of other systems': '\u0007\u001B[31mแดง\u001B[0m',
}

/** A text with an unpaired surrogate, which PostgreSQL and LINE reject. The surrogate is displayed as U+FFFD. */
export const UNPAIRED_SURROGATE = 'ก่อน \uD83D หลัง'

/** A message text without visible characters. A placeholder is displayed instead. */
export const INVISIBLE_TEXT = '\u200B\u2060\u200B'
