/** Matches a text without visible characters. Includes characters that look like blanks. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** True when a text has no visible character. As a message it would be an empty bubble. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)
