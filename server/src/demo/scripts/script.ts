/**
 * Template of a conversation. Lines start with `< ` (customer) or `> ` (staff). `(a|b|c)` selects one alternative.
 * Placeholders: {c} {cq} {cn} the customer's polite particle (statement, question, request), {s} {sq} {sn} the
 * agent's, {me} the customer's word for "I", {name} and {agent} the names of customer and agent, {amount} {small}
 * sums in baht, {bank} a bank, {time} a time just before the conversation, {ref} a reference number, {mins} a
 * number of minutes. `[สลิป {amount}]` is an image of a transfer slip.
 */
export type Script = readonly string[]

export const STICKER = '[สติกเกอร์]'
export const SLIP = /^\[สลิป ([\d,]+)\]$/
