import { MAX_SUGGESTIONS } from 'shared/contract/constants.ts'
import type { createSuggestion as createCall } from 'shared/contract/suggestions/create-suggestion.call.ts'
import type { deleteSuggestion as deleteCall } from 'shared/contract/suggestions/delete-suggestion.call.ts'
import type { listSuggestions as listCall } from 'shared/contract/suggestions/list-suggestions.call.ts'
import type { moveSuggestion as moveCall } from 'shared/contract/suggestions/move-suggestion.call.ts'
import type { Suggestion } from 'shared/contract/suggestions/suggestion.ts'
import type { updateSuggestion as updateCall } from 'shared/contract/suggestions/update-suggestion.call.ts'
import { inTransaction } from '../db/client.ts'
import { DeskError } from '../desk-error.ts'
import type { CallRequest } from '../http/serve-call.ts'
import type { ServerContext } from '../server-context.ts'
import type { SignedIn } from '../sessions/signed-in.ts'
import {
  addSuggestion,
  changeSuggestion,
  findSuggestion,
  isConnected,
  listSuggestions,
  lockOrder,
  orderOf,
  removeSuggestion,
  type SuggestionRow,
  writePositions,
} from './suggestion.store.ts'

/** Returns a channel's suggestions and the shared ones; without a channel key, those of all permitted channels. */
export async function readSuggestions(
  context: ServerContext,
  { signedIn, query: { channel_key: channelKey } }: CallRequest<typeof listCall>,
): Promise<{ items: Suggestion[]; can_share: boolean }> {
  const scope = channelKey === undefined ? signedIn.scope : signedIn.scope.narrowTo([channelKey])
  const rows = await listSuggestions(context.db, scope)
  return { items: rows.map((row) => suggestionOf(row, signedIn)), can_share: mayChange(signedIn, null) }
}

export async function createSuggestion(
  context: ServerContext,
  { signedIn, body }: CallRequest<typeof createCall>,
): Promise<Suggestion> {
  const channelKey = body.channel_key ?? null
  requireRight(signedIn, channelKey)
  const made = await inTransaction(context.db, async (tx) => {
    if (channelKey !== null && !(await isConnected(tx, channelKey))) throw new DeskError('channel_not_found')
    await lockOrder(tx, channelKey)
    const known = await orderOf(tx, channelKey)
    if (known.length >= MAX_SUGGESTIONS) throw new DeskError('suggestions_full', { limit: MAX_SUGGESTIONS })
    const id = await addSuggestion(
      tx,
      {
        text: body.text ?? null,
        imageUrl: body.image_url === undefined ? null : pathOfOwnImage(body.image_url, context),
        channelKey,
        staffId: signedIn.staff.id,
      },
      context.now(),
    )
    return findSuggestion(tx, id)
  })
  if (made === undefined) throw new Error('a new suggestion could not be read')
  publish(context, channelKey)
  return suggestionOf(made, signedIn)
}

export async function updateSuggestion(
  context: ServerContext,
  { signedIn, params: { id }, body }: CallRequest<typeof updateCall>,
): Promise<Suggestion> {
  const { channel_key } = await findChangeable(context, signedIn, id)
  const edit = {
    text: body.text ?? null,
    imageUrl: body.image_url === undefined ? null : pathOfOwnImage(body.image_url, context),
    was: body.was ?? null,
    staffId: signedIn.staff.id,
  }
  const isChanged = await changeSuggestion(context.db, id, edit, context.now())
  const changed = await findSuggestion(context.db, id)
  if (changed === undefined) throw new DeskError('not_found')
  if (!isChanged) throw new DeskError('conflict')
  publish(context, channel_key)
  return suggestionOf(changed, signedIn)
}

export async function deleteSuggestion(
  context: ServerContext,
  { signedIn, params: { id } }: CallRequest<typeof deleteCall>,
) {
  const { channel_key } = await findChangeable(context, signedIn, id)
  const isRemoved = await inTransaction(context.db, (tx) => removeSuggestion(tx, id))
  if (!isRemoved) throw new DeskError('not_found')
  publish(context, channel_key)
  return { ok: true as const }
}

/** Moves a suggestion before another one, or to the end (`null`). Concurrent moves run one after the other. */
export async function moveSuggestion(
  context: ServerContext,
  { signedIn, params: { id }, body: { before } }: CallRequest<typeof moveCall>,
) {
  const { channel_key } = await findChangeable(context, signedIn, id)
  await inTransaction(context.db, async (tx) => {
    await lockOrder(tx, channel_key)
    const order = await orderOf(tx, channel_key)
    if (!order.includes(id)) throw new DeskError('not_found')
    if (before === id) return
    const others = order.filter((each) => each !== id)
    const index = before === null ? others.length : others.indexOf(before)
    if (index < 0) throw new DeskError('conflict')
    await writePositions(tx, others.toSpliced(index, 0, id))
  })
  publish(context, channel_key)
  return { ok: true as const }
}

/** Finds a suggestion that the user may change. Its channel never changes, so this permission check stays valid. */
async function findChangeable(
  context: ServerContext,
  signedIn: SignedIn,
  id: string,
): Promise<SuggestionRow> {
  const row = await findSuggestion(context.db, id)
  if (row === undefined) throw new DeskError('not_found')
  requireRight(signedIn, row.channel_key)
  return row
}

function requireRight(signedIn: SignedIn, channelKey: string | null): void {
  if (!mayChange(signedIn, channelKey)) throw new DeskError('forbidden_channel')
}

/** Shared suggestions appear in every channel, so changing them requires access to all channels. */
function mayChange({ scope }: SignedIn, channelKey: string | null): boolean {
  return channelKey === null ? scope.channels === 'all' : scope.includes(channelKey)
}

function suggestionOf({ use_count, ...row }: SuggestionRow, signedIn: SignedIn): Suggestion {
  return {
    ...row,
    can_edit: mayChange(signedIn, row.channel_key),
    ...(signedIn.staff.role === 'BUSINESS' ? { use_count } : {}),
  }
}

/** Replaces the URL of an image on this server by its path, which stays valid when the server's URL changes. */
function pathOfOwnImage(link: string, { config }: ServerContext): string {
  const own = [config.publicUrl, config.publicMediaUrl].find((url) => link.startsWith(`${url}/p/`))
  return own == null ? link : link.slice(own.length)
}

function publish({ bus }: ServerContext, channelKey: string | null): void {
  bus.publish({ kind: 'suggestions_update', channelKey })
}
