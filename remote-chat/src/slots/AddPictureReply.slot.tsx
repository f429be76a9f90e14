import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery, errorText, suggestionCalls, suggestionFamilyKey } from 'shared/api'
import type { SlotContexts } from 'shared/extensions'
import { Button, cutGraphemes, Select, showToast, TextField } from 'shared/ui'
import classes from './AddPictureReply.module.css'

/** Of the contract, in UTF-16 units. */
const NAME_MAX = 100
/** So many letters with their marks fit well. */
const NAME_LETTERS = 40

/** Makes a canned reply of a picture that was uploaded elsewhere: one press in a conversation sends it. */
export default function AddPictureReply({ url, name }: SlotContexts['picture-link']) {
  const client = useQueryClient()
  const { data: channels = [] } = useQuery(channelsQuery)
  const [channel, setChannel] = useState<string | null>(null)
  const [called, setCalled] = useState(() => cutGraphemes(name.replace(/\.[^.]*$/, ''), NAME_LETTERS))
  const chosen = channel ?? channels[0]?.key ?? ''
  const add = useMutation({
    mutationFn: async () => {
      const { postSuggestion } = await suggestionCalls()
      const text = called.trim()
      return postSuggestion({
        image_url: url,
        ...(text === '' ? {} : { text }),
        channel_key: chosen,
      })
    },
    onSuccess: () => showToast({ tone: 'success', text: 'เพิ่มเป็นข้อความสำเร็จรูปแล้ว' }),
    onError: (error) => {
      console.warn('a picture did not become a canned reply', error)
      showToast({ tone: 'error', text: errorText(error) })
    },
    onSettled: () => client.invalidateQueries({ queryKey: suggestionFamilyKey }),
  })
  return (
    <form
      className={classes.form}
      aria-labelledby="picture-reply"
      onSubmit={(event) => {
        event.preventDefault()
        if (!add.isPending && chosen !== '') add.mutate()
      }}
    >
      <h3 id="picture-reply" className={classes.title}>
        ข้อความสำเร็จรูป
      </h3>
      <Select
        label="ใช้กับ OA"
        options={channels.map(({ key, name: label }) => ({ value: key, label }))}
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
        onChange={(event) => setCalled(event.currentTarget.value)}
      />
      <Button
        type="submit"
        className={classes.add ?? ''}
        loading={add.isPending}
        disabled={add.isSuccess || chosen === ''}
      >
        {add.isSuccess ? 'เพิ่มแล้ว' : 'เพิ่มเป็นข้อความสำเร็จรูป'}
      </Button>
    </form>
  )
}
