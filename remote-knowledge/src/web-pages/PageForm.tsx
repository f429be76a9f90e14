import { useRef, useState } from 'react'
import { KNOWLEDGE_SOURCES } from 'shared/contract/constants.ts'
import { Button, TextField } from 'shared/ui'
import { SegmentedChoice } from '../content/SegmentedChoice.tsx'
import { useIsPhone } from '../content/use-is-phone.ts'
import addClasses from '../forms/add-form.module.css'
import { PageList } from './PageList.tsx'
import { changePageDraft, usePageDraft } from './page-draft.store.ts'
import { useAddPage } from './use-pages.ts'

const SOURCES = Object.values(KNOWLEDGE_SOURCES).map((value) => ({ value, label: value }))

export function PageForm() {
  const page = usePageDraft()
  const [isTried, setTried] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isPhone = useIsPhone()
  const { add, isAdding, problem, forget } = useAddPage()
  const isLink = /^https?:\/\/\S+$/i.test(page.url.trim())
  const wrong = isTried && !isLink ? 'กรุณากรอกลิงก์ที่ขึ้นต้นด้วย http:// หรือ https://' : problem
  return (
    <>
      <form
        className={addClasses.form}
        aria-label="เพิ่มจากหน้าเว็บ"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(!isLink)
          if (!isLink) input.current?.focus()
          else if (!isAdding) add(page)
        }}
      >
        <SegmentedChoice
          label="แหล่งข้อมูลที่จะเก็บ"
          options={SOURCES}
          value={page.source}
          onChange={(source) => changePageDraft({ source })}
          fullWidth={isPhone}
        />
        <TextField
          ref={input}
          type="url"
          inputMode="url"
          label="ลิงก์หน้าเว็บ"
          placeholder="https://"
          description="หน้าเว็บสาธารณะที่เปิดได้โดยไม่ต้องเข้าสู่ระบบ ระบบจะเก็บเฉพาะข้อความ"
          withAsterisk
          value={page.url}
          error={wrong}
          onChange={(event) => {
            forget()
            changePageDraft({ url: event.currentTarget.value })
          }}
        />
        <div className={addClasses.end}>
          <Button type="submit" loading={isAdding}>
            อ่านและเพิ่มหน้าเว็บ
          </Button>
        </div>
      </form>
      <PageList />
    </>
  )
}
