/** Including characters that render empty. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** As a message it would be an empty bubble. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)
