import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery, errorText, suggestionCalls, suggestionFamilyKey } from 'shared/api'
import { channelOptions } from 'shared/contract/channels/channel-label.ts'
import { parseUrl } from 'shared/contract/parse-url.ts'
import type { SlotContexts } from 'shared/extensions'
import { Button, cutGraphemes, ErrorState, Select, showToast, TextField } from 'shared/ui'
import classes from './AddImageReply.module.css'

/** Maximum length of a suggestion's name by the contract, in UTF-16 units. */
const NAME_MAX = 100
/** Maximum length of the proposed name, in graphemes. */
const NAME_LETTERS = 40

/** Result of adding the image. `known`: a suggestion with this image already exists, and `called` is its name. */
type Outcome = { is: 'added' } | { is: 'known'; called: string | null }
const ADD_MUTATION_KEY = ['image-reply']
const WORDS = { added: 'เพิ่มแล้ว', known: 'มีอยู่แล้ว' } as const

export default function AddImageReply({ url, name }: SlotContexts['image-link']) {
  const client = useQueryClient()
  const { data: channels = [], isError, refetch } = useQuery(channelsQuery)
  const [channel, setChannel] = useState<string | null>(null)
  const [called, setCalled] = useState(() => cutGraphemes(name.replace(/\.[^.]*$/, ''), NAME_LETTERS))
  const chosen = channel ?? channels[0]?.key ?? ''
  const add = useMutation({
    mutationKey: ADD_MUTATION_KEY,
    mutationFn: async (): Promise<Outcome> => {
      const { fetchSuggestions, postSuggestion } = await suggestionCalls()
      const { items } = await fetchSuggestions(chosen)
      const known = items.find(({ image_url }) => image_url !== null && isSameLink(image_url, url))
      if (known) return { is: 'known', called: known.text }
      const text = called.trim()
      await postSuggestion({ image_url: url, ...(text === '' ? {} : { text }), channel_key: chosen })
      return { is: 'added' }
    },
    onSuccess: ({ is }) => {
      if (is === 'added') showToast({ tone: 'success', text: 'เพิ่มเป็นข้อความสำเร็จรูปแล้ว' })
    },
    onError: (error) => {
      console.warn('an image could not be saved as a canned reply', error)
      showToast({ tone: 'error', text: errorText(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: suggestionFamilyKey }),
  })
  if (isError) return <ErrorState title="โหลดรายชื่อ OA ไม่สำเร็จ" onRetry={() => void refetch()} />
  // The button gets `aria-disabled` instead of `disabled`, because a disabled button loses the focus.
  const isAtRest = add.isPending || add.isSuccess || chosen === ''
  return (
    <form
      className={classes.form}
      aria-labelledby="image-reply"
      onSubmit={(event) => {
        event.preventDefault()
        // Checked with `isMutating`, because a second quick click arrives before the first one is rendered.
        if (!isAtRest && client.isMutating({ mutationKey: ADD_MUTATION_KEY }) === 0) add.mutate()
      }}
    >
      <h3 id="image-reply" className={classes.title}>
        ข้อความสำเร็จรูป
      </h3>
      <Select
        label="ใช้กับ OA"
        showLabel
        options={channelOptions(channels)}
        value={chosen}
        onChange={(key) => {
          setChannel(key)
          add.reset()
        }}
      />
      <TextField
        label="ชื่อเรียกรูป"
        description="ใช้ค้นหาในทีม ไม่ส่งให้ลูกค้า"
        maxLength={NAME_MAX}
        value={called}
        onChange={(event) => {
          setCalled(event.currentTarget.value)
          add.reset()
        }}
      />
      <div className={classes.end}>
        <p className={classes.known} role="status">
          {add.data?.is === 'known' ? `รูปนี้เป็นข้อความสำเร็จรูปของ OA นี้อยู่แล้ว${nameOf(add.data)}` : null}
        </p>
        <Button type="submit" aria-disabled={isAtRest} data-disabled={isAtRest || undefined}>
          {add.isPending ? 'กำลังเพิ่ม' : add.data ? WORDS[add.data.is] : 'เพิ่มเป็นข้อความสำเร็จรูป'}
        </Button>
      </div>
    </form>
  )
}

const nameOf = ({ called }: { called: string | null }) => (called === null ? '' : ` ชื่อ ${called}`)

/** The server stores URLs of its own images as paths, so the stored URL is made absolute before the comparison. */
const isSameLink = (stored: string, link: string) => parseUrl(stored, link)?.href === link
