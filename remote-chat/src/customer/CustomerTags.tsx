import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { customerCalls, customerFamilyKey } from 'shared/api'
import { MAX_CUSTOMER_TAGS, TAG_LENGTH } from 'shared/contract/constants.ts'
import type { CustomerCard, Tag } from 'shared/contract/customers/customer-card.ts'
import { textMatcher } from 'shared/contract/search-text.ts'
import { Button, Chip, TextField } from 'shared/ui'
import classes from './CustomerPanel.module.css'
import { tooLongTexts } from './too-long-text.ts'
import { toastFailure, useChangeCustomer } from './use-customer.ts'

export function CustomerTags({ card }: { card: CustomerCard }) {
  const { busy, run } = useChangeCustomer(card.id)
  const [isAdding, setAdding] = useState(false)
  const isFull = card.tags.length >= MAX_CUSTOMER_TAGS
  return (
    <section className={classes.part} aria-label="แท็ก">
      <h3 className={classes.title}>แท็ก</h3>
      <ul className={classes.tags}>
        {card.tags.map((tag) => (
          <li key={tag.id} className={classes.tag}>
            <Chip tone="oa">{tag.name}</Chip>
            <button
              type="button"
              className={classes.off}
              aria-label={`เอาแท็ก ${tag.name} ออก`}
              disabled={busy}
              onClick={() =>
                void run(
                  (calls) => calls.removeTag(card.id, tag.id),
                  toastFailure(`เอาแท็ก ${tag.name} ออกไม่สำเร็จ`),
                )
              }
            >
              <IconX size={14} aria-hidden />
            </button>
          </li>
        ))}
        {isAdding || isFull ? null : (
          <li>
            <Button
              size="sm"
              variant="tint"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setAdding(true)}
            >
              เพิ่มแท็ก
            </Button>
          </li>
        )}
      </ul>
      {isAdding && !isFull ? (
        <AddTag
          card={card}
          busy={busy}
          onAdd={(name) =>
            run((calls) => calls.postTag(card.id, name), toastFailure(`เพิ่มแท็ก ${name} ไม่สำเร็จ`))
          }
          onEnd={() => setAdding(false)}
        />
      ) : null}
    </section>
  )
}

interface AddTagProps {
  card: CustomerCard
  busy: boolean
  onAdd: (name: string) => Promise<boolean>
  onEnd: () => void
}

const MAX_TAG_SUGGESTIONS = 8
/** Invisible characters that copied text may contain, and tag names must not contain. */
const INVISIBLE_CHARACTERS = /[\u00ad\u200b\u200c\u2060\ufeff]/g

function AddTag({ card, busy, onAdd, onEnd }: AddTagProps) {
  const [name, setName] = useState('')
  const { data: tags = [] } = useQuery({
    queryKey: [...customerFamilyKey, 'tags', card.channel.key],
    queryFn: async ({ signal }) => (await customerCalls()).fetchTags(card.channel.key, signal),
    staleTime: 0,
  })
  const tooLong = tooLongTexts(name.trim(), TAG_LENGTH)
  async function add(wanted: string): Promise<void> {
    const seen = wanted.replace(INVISIBLE_CHARACTERS, '').trim()
    // Keeps text that was typed while the tag was being added.
    if (seen !== '' && !busy && (await onAdd(seen))) setName((now) => (now === name ? '' : now))
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (tooLong === undefined) void add(name)
  }
  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <TextField
        autoFocus
        aria-label="แท็กใหม่"
        placeholder="พิมพ์แท็ก แล้วกด Enter"
        error={tooLong}
        autoComplete="off"
        enterKeyHint="done"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onEnd()
        }}
      />
      <ul className={classes.tags} aria-label="แท็กที่มีอยู่แล้ว">
        {suggestedTags(tags, card, name).map((tag) => (
          <li key={tag.id}>
            <Button size="sm" variant="outline" disabled={busy} onClick={() => void add(tag.name)}>
              {tag.name}
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button size="sm" variant="outline" onClick={onEnd}>
          เสร็จ
        </Button>
        <Button size="sm" type="submit" loading={busy} disabled={name.trim() === '' || tooLong !== undefined}>
          เพิ่ม
        </Button>
      </div>
    </form>
  )
}

function suggestedTags(tags: readonly Tag[], card: CustomerCard, typed: string): Tag[] {
  const matches = textMatcher(typed)
  const own = new Set(card.tags.map(({ id }) => id))
  return tags.filter(({ id, name }) => !own.has(id) && matches(name)).slice(0, MAX_TAG_SUGGESTIONS)
}
