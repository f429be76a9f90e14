/** Spaces, controls, marks that only direct others, and signs that are drawn empty. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** People see nothing of it: as a message it would be an empty bubble. */
export const isInvisible = (text: string): boolean => INVISIBLE.test(text)
