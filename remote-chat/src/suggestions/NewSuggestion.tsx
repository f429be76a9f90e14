import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isInvisible } from 'shared/contract/invisible-text.ts'
import { Button, SegmentedTabs, Select, showToast, TextArea, TextField } from 'shared/ui'
import { imageLinkHint, imageLinkProblem } from './image-link.ts'
import classes from './SuggestionDialog.module.css'
import { NAME_PLACEHOLDER, PARTICLE_PLACEHOLDER, textProblem } from './suggestion-text.ts'
import { UploadImage } from './UploadImage.tsx'
import { useChangeSuggestions } from './use-suggestions.ts'

const TABS = [
  { value: 'text', label: 'เพิ่มข้อความ' },
  { value: 'image', label: 'เพิ่มรูปภาพ' },
] as const
const ADD_MUTATION_KEY = ['suggestions', 'add']
const ADDED_TEXT = 'เพิ่มข้อความสำเร็จรูปแล้ว'
type Kind = (typeof TABS)[number]['value']

interface NewSuggestionProps {
  channel: { key: string; name: string }
  canShare: boolean
}

export function NewSuggestion({ channel, canShare }: NewSuggestionProps) {
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>('text')
  const [text, setText] = useState('')
  const [link, setLink] = useState('')
  const [called, setCalled] = useState('')
  const [scope, setScope] = useState<'own' | 'all'>('own')
  /** Values of the fields when the running addition started. */
  const added = useRef<{ text?: string; link?: string; called?: string }>({})
  const form = useRef<HTMLFormElement>(null)
  const [isAdded, setIsAdded] = useState(false)
  const wrong = textProblem(text)
  const problem = imageLinkProblem(link)
  const isLink = problem === null
  const canAdd = kind === 'text' ? !isInvisible(text) && wrong === undefined : isLink

  const change = useChangeSuggestions({
    mutationKey: ADD_MUTATION_KEY,
    onDone: () => {
      // The fields may already contain the user's next suggestion, which is not cleared.
      const { text, link, called } = added.current
      setText((now) => (now === text ? '' : now))
      setLink((now) => (now === link ? '' : now))
      setCalled((now) => (now === called ? '' : now))
      // A toast would cover the search on a phone; it is only used if the dialog was closed in the meantime.
      if (form.current === null) return showToast({ tone: 'success', text: ADDED_TEXT })
      setIsAdded(true)
      // The button lost the focus during the addition, so the field takes it for the next suggestion.
      if (document.activeElement === document.body) focusField(form.current)
    },
  })

  function add(): void {
    // Checked with `isMutating`, because a second quick click arrives before the first one is rendered.
    if (!canAdd || client.isMutating({ mutationKey: ADD_MUTATION_KEY }) > 0) return
    const image = { image_url: link.trim(), ...(called.trim() === '' ? {} : { text: called.trim() }) }
    const body = kind === 'text' ? { text } : image
    const channel_key = scope === 'all' && canShare ? null : channel.key
    added.current = kind === 'text' ? { text } : { link, called }
    change.mutate((calls) => calls.postSuggestion({ ...body, channel_key }))
  }

  return (
    <form
      ref={form}
      className={classes.form}
      aria-label="เพิ่มข้อความสำเร็จรูป"
      onInput={() => setIsAdded(false)}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <SegmentedTabs label="ชนิดที่จะเพิ่ม" tabs={TABS} value={kind} onChange={setKind} fullWidth />
      {kind === 'text' ? (
        <TextArea
          label="ข้อความ"
          description={`พิมพ์ ${NAME_PLACEHOLDER} ตรงที่ต้องการใส่ชื่อลูกค้า และ ${PARTICLE_PLACEHOLDER} ตรงคำลงท้ายของผู้ตอบ`}
          autosize
          minRows={2}
          maxRows={6}
          value={text}
          error={wrong}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <>
          <UploadImage onUploaded={setLink} />
          <TextField
            type="url"
            label="ลิงก์รูปภาพ"
            placeholder="https://"
            description={imageLinkHint(link)}
            value={link}
            error={link.trim() === '' ? undefined : (problem ?? undefined)}
            onChange={(event) => setLink(event.currentTarget.value)}
          />
          <TextField
            label="ชื่อเรียกรูป"
            description="ใช้ค้นหาในทีม ไม่ส่งให้ลูกค้า"
            maxLength={100}
            value={called}
            onChange={(event) => setCalled(event.currentTarget.value)}
          />
        </>
      )}
      <div className={classes.addRow}>
        <p role="status" className={classes.added}>
          {isAdded ? ADDED_TEXT : null}
        </p>
        {canShare ? (
          <Select
            label="ใช้กับ"
            options={[
              { value: 'own', label: channel.name },
              { value: 'all', label: 'ทุกบัญชี' },
            ]}
            value={scope}
            onChange={setScope}
          />
        ) : null}
        <Button type="submit" disabled={!canAdd} loading={change.isPending}>
          เพิ่ม
        </Button>
      </div>
    </form>
  )
}

export function focusField(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>('textarea, input[type=url]')?.focus()
}
