/**
 * A conversation as it may go. `< ` begins what the customer says, `> ` what staff say.
 * `(a|b|c)` is one of these; `{…}` is filled in: {c} {cq} {cn} the customer's polite word (statement, question, request),
 * {s} {sq} {sn} the agent's, {me} how the customer says "I", {name} and {agent} their names, {amount} {small} sums in baht,
 * {bank} a bank, {time} a moment just before the conversation, {ref} a reference number, {mins} some minutes.
 * `[สลิป {amount}]` is a picture of the slip of a transfer of that sum.
 */
export type Script = readonly string[]

export const STICKER = '[สติกเกอร์]'
export const SLIP = /^\[สลิป ([\d,]+)\]$/
